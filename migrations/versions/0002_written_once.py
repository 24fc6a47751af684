"""What is written once stays so: no row is replaced by another, and a match goes on under the heading that it began with."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEYS = {
    "entries": ("match_uid = NEW.match_uid AND seq = NEW.seq",),
    "ruleset_revisions": ("ruleset_uid = NEW.ruleset_uid AND revision = NEW.revision",),
    "matches": ("uid = NEW.uid", "read_token = NEW.read_token", "id = NEW.id AND organiser_uid = NEW.organiser_uid"),
}
"""Tables whose rows are not replaced, and when two of their rows would be the same."""
HEADING = ("uid", "organiser_uid", "id", "ruleset", "rules", "sides", "table_name", "event", "stage", "created_at", "created_by")
"""Columns of a match that tell what it began with."""
DISPLACED = "NEW.uid IS NOT OLD.uid OR EXISTS (SELECT 1 FROM matches WHERE read_token = NEW.read_token AND uid IS NOT OLD.uid)"
"""When a change of a match in SQLite would take the place of another: UPDATE OR REPLACE removes that one, and a rowid is no column."""


def upgrade() -> None:
    """What this revision adds."""
    op.add_column("matches", sa.Column("ended", sa.Text(), nullable=True))
    _tell_ends()
    columns = ", ".join(HEADING)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE TRIGGER matches_heading_written_once BEFORE UPDATE OF {columns} OR DELETE OR TRUNCATE ON matches "
            "FOR EACH STATEMENT EXECUTE FUNCTION written_once()"
        )
        return
    _refuse("matches_heading_no_update", f"UPDATE OF {columns} ON matches", "matches")
    _refuse("matches_no_delete", "DELETE ON matches", "matches")
    for table, keys in KEYS.items():  # SQLite asks no trigger of removal for the row that INSERT OR REPLACE removes
        same = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {key})" for key in keys)  # noqa: S608
        _refuse(f"{table}_no_replace", f"INSERT ON {table} WHEN {same}", table)
    _refuse("matches_no_displace", f"UPDATE ON matches WHEN {DISPLACED}", "matches")


def downgrade() -> None:
    """Without it."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER matches_heading_written_once ON matches")
    else:
        for trigger in (
            "matches_heading_no_update",
            "matches_no_displace",
            "matches_no_delete",
            *(f"{table}_no_replace" for table in KEYS),
        ):
            op.execute(f"DROP TRIGGER {trigger}")
    op.drop_column("matches", "ended")


def _tell_ends() -> None:
    """Say of each match that is finished what its last entry of that kind says."""
    ended = sa.text("SELECT match_uid, body FROM entries WHERE kind = 'finish' ORDER BY match_uid, seq")
    for uid, body in op.get_bind().execute(ended).all():
        told = {name: value for name, value in json.loads(body).items() if name in ("ended_by", "forfeited_by")}
        if told:
            change = sa.text("UPDATE matches SET ended = :told WHERE uid = :uid")
            op.get_bind().execute(change, {"told": json.dumps(told), "uid": uid})


def _refuse(trigger: str, change: str, table: str) -> None:
    op.execute(f"CREATE TRIGGER {trigger} BEFORE {change} BEGIN SELECT RAISE(ABORT, '{table} is written once'); END")
