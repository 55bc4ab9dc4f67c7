"""Addresses of a club's calendar, private reminders of outings, and where a pilot's dates are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "calendar_addresses",
        sa.Column("room", sa.String(200), primary_key=True),
        sa.Column("person", sa.String(200), primary_key=True, index=True),
        sa.Column("digest", sa.String(64), nullable=False, index=True),
        sa.Column("made_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "outing_private",
        sa.Column("outing", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(200), primary_key=True, index=True),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("direct", sa.String(300), nullable=False),
    )
    op.add_column("pilot_dates", sa.Column("direct", sa.String(300), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove them."""
    with op.batch_alter_table("pilot_dates") as dates:
        dates.drop_column("direct")
    for name in ("outing_private", "calendar_addresses"):
        op.drop_table(name)
