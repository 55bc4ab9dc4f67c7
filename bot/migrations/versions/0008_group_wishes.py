"""What a group has set for itself: its language, its money, its quiet hours."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

COLUMNS = {"language": 8, "currency": 3, "quiet": 16}


def upgrade() -> None:
    """Add the columns: nothing is set."""
    for name, length in COLUMNS.items():
        op.add_column("club_settings", sa.Column(name, sa.String(length), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove them."""
    with op.batch_alter_table("club_settings") as settings:
        for name in COLUMNS:
            settings.drop_column(name)
