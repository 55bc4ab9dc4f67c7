"""When before its flight a person wants to be reminded of a trip, so that the reminder moves with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column: nothing was chosen."""
    op.add_column("reminders", sa.Column("moment", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove it."""
    with op.batch_alter_table("reminders") as reminders:
        reminders.drop_column("moment")
