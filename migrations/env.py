"""Runs the migrations on the connection that `store.migrating` brings, in its transaction."""

from __future__ import annotations

from alembic import context

from store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
    transaction_per_migration=False,
)
context.run_migrations()
