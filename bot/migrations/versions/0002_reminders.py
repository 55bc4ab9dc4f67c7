"""Reminders before the deadlines of a trip."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table; what is due is found by state and time."""
    op.create_table(
        "reminders",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("trip", sa.String(32), nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("chat", sa.String(300), nullable=False),
        sa.Column("person", sa.String(200), nullable=False, index=True),
        sa.Column("person_id", sa.String(120), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("heading", sa.String(300), nullable=False),
        sa.Column("words", sa.String(2000), nullable=False),
        sa.Column("zone", sa.String(64)),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("latest", sa.DateTime),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("claimed_until", sa.DateTime),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent_at", sa.DateTime),
        sa.Column("created_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_reminders_due", "reminders", ["state", "due"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("reminders")
