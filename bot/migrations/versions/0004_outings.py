"""Outings of clubs, their settings, fleet and notes, and pilots' private dates."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "outings",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("chat", sa.String(300), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("off_blocks", sa.DateTime),
        sa.Column("ends", sa.DateTime),
        sa.Column("freezes", sa.DateTime),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("done", sa.Text, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("card_version", sa.Integer, nullable=False),
        sa.Column("draw_after", sa.DateTime, nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_outings_room_status", "outings", ["room", "status"])
    op.create_table(
        "outing_people",
        sa.Column("outing", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(200), primary_key=True, index=True),
    )
    op.create_table(
        "club_settings",
        sa.Column("room", sa.String(200), primary_key=True),
        sa.Column("chat", sa.String(300), nullable=False),
        sa.Column("digest", sa.String(16), nullable=False),
        sa.Column("digest_due", sa.DateTime),
        sa.Column("calendar", sa.String(64), nullable=False, index=True),
        sa.Column("zone", sa.String(64)),
    )
    op.create_table(
        "fleet",
        sa.Column("room", sa.String(200), primary_key=True),
        sa.Column("registration", sa.String(16), primary_key=True),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("feed", sa.Text, nullable=False),
        sa.Column("bookings", sa.Text, nullable=False),
        sa.Column("read_at", sa.DateTime),
        sa.Column("due", sa.DateTime, nullable=False),
        sa.Column("problem", sa.String(200), nullable=False),
    )
    op.create_table(
        "aircraft_notes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(200), nullable=False, index=True),
        sa.Column("registration", sa.String(16), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("person", sa.String(200), nullable=False, index=True),
        sa.Column("person_name", sa.String(100), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "pilot_dates",
        sa.Column("person", sa.String(200), primary_key=True),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("consent_at", sa.DateTime, nullable=False),
    )
    op.add_column("reminders", sa.Column("kind", sa.String(16), nullable=False, server_default="trip"))


def downgrade() -> None:
    """Remove them."""
    with op.batch_alter_table("reminders") as reminders:
        reminders.drop_column("kind")
    for name in ("pilot_dates", "aircraft_notes", "fleet", "club_settings", "outing_people", "outings"):
        op.drop_table(name)
