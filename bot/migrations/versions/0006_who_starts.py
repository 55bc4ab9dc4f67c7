"""Who may start an outing in a group."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column: everybody, until an admin says otherwise."""
    op.add_column("club_settings", sa.Column("create_by", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove it."""
    with op.batch_alter_table("club_settings") as settings:
        settings.drop_column("create_by")
