"""Reports, feedback and the clubs that share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("icao", sa.String(12), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.String(2000), nullable=False),
        sa.Column("reported_on", sa.Date, nullable=False),
        sa.Column("amount", sa.Float),
        sa.Column("currency", sa.String(3)),
        sa.Column("unit", sa.String(16)),
        sa.Column("aircraft", sa.String(60)),
        sa.Column("fuel", sa.String(16)),
        sa.Column("rating", sa.Integer),
        sa.Column("author", sa.String(200), nullable=False, index=True),
        sa.Column("author_name", sa.String(100), nullable=False),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "feedback",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(200), nullable=False, index=True),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("good", sa.Boolean, nullable=False),
        sa.Column("question", sa.String(500), nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "clubs",
        sa.Column("room", sa.String(200), primary_key=True),
        sa.Column("shares", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for name in ("clubs", "feedback", "reports"):
        op.drop_table(name)
