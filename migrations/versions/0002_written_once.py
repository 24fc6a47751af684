"""What is written once stays so: no row is replaced by another, and a match goes on under the heading that it began with."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEYS = {"entries": ("match_uid", "seq"), "ruleset_revisions": ("ruleset_uid", "revision")}
"""Tables whose rows stay as they were written, and what tells one row from another."""
HEADING = ("uid", "organiser_uid", "id", "ruleset", "rules", "sides", "table_name", "event", "stage", "created_at", "created_by")
"""Columns of a match that no entry and no hash holds."""


def upgrade() -> None:
    """What this revision adds."""
    columns = ", ".join(HEADING)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE TRIGGER matches_heading_written_once BEFORE UPDATE OF {columns} ON matches "
            "FOR EACH STATEMENT EXECUTE FUNCTION written_once()"
        )
        return
    op.execute(
        f"CREATE TRIGGER matches_heading_no_update BEFORE UPDATE OF {columns} ON matches "
        "BEGIN SELECT RAISE(ABORT, 'the heading of matches is written once'); END"
    )
    for table, key in KEYS.items():  # SQLite asks no trigger of removal for the row that INSERT OR REPLACE removes
        same = " AND ".join(f"{name} = NEW.{name}" for name in key)
        op.execute(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "  # noqa: S608
            f"BEGIN SELECT RAISE(ABORT, '{table} is written once'); END"
        )


def downgrade() -> None:
    """Without it."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER matches_heading_written_once ON matches")
        return
    op.execute("DROP TRIGGER matches_heading_no_update")
    for table in KEYS:
        op.execute(f"DROP TRIGGER {table}_no_replace")
