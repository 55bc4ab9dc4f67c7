"""The language a reminder is said in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column: English, for those that are kept already."""
    op.add_column("reminders", sa.Column("language", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove it."""
    with op.batch_alter_table("reminders") as reminders:
        reminders.drop_column("language")
