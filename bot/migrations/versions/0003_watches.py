"""Watches over flights."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table; the next look is found by state and time."""
    op.create_table(
        "watches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("chat", sa.String(300), nullable=False),
        sa.Column("person", sa.String(200), nullable=False, index=True),
        sa.Column("person_id", sa.String(120), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("heading", sa.String(300), nullable=False),
        sa.Column("flight", sa.String(2000), nullable=False),
        sa.Column("memory", sa.Text, nullable=False),
        sa.Column("zone", sa.String(64)),
        sa.Column("leaves", sa.DateTime, nullable=False),
        sa.Column("ends", sa.DateTime, nullable=False),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.Column("failing_since", sa.DateTime),
        sa.Column("failure_told", sa.Boolean, nullable=False),
        sa.Column("claimed_until", sa.DateTime),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_watches_due", "watches", ["state", "due"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("watches")
