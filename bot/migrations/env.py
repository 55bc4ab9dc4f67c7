"""Lets Alembic work on the connection that `bot.records` hands over."""

from __future__ import annotations

from alembic import context

from bot.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
