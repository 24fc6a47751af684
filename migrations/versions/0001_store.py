"""The store: organisers and keys, rulesets and their revisions, matches and their logs, webhooks and deliveries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

UID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.String(24)
ID = sa.String(64)
WRITTEN_ONCE = ("entries", "ruleset_revisions")
"""Tables whose rows the database itself keeps as they were written."""


def upgrade() -> None:
    """What this revision adds."""
    op.create_table(
        "organisers",
        sa.Column("uid", UID, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("uid", name="pk_organisers"),
        sa.UniqueConstraint("name", name="uq_organisers_name"),
    )
    op.create_table(
        "idempotency",
        sa.Column("uid", UID, nullable=False),
        sa.Column("organiser_uid", UID, nullable=False),
        sa.Column("route", sa.String(length=200), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("fingerprint", ID, nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("headers", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["organiser_uid"], ["organisers.uid"], name="fk_idempotency_organiser_uid"),
        sa.PrimaryKeyConstraint("uid", name="pk_idempotency"),
        sa.UniqueConstraint("organiser_uid", "route", "key", name="uq_idempotency_organiser_uid_route_key"),
    )
    op.create_table(
        "keys",
        sa.Column("id", ID, nullable=False),
        sa.Column("organiser_uid", UID, nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("label", sa.String(length=100), nullable=True),
        sa.Column("secret_hash", ID, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("revoked_at", TIME, nullable=True),
        sa.CheckConstraint("role IN ('reader', 'scorer', 'referee', 'admin')", name=op.f("ck_keys_role")),
        sa.ForeignKeyConstraint(["organiser_uid"], ["organisers.uid"], name="fk_keys_organiser_uid"),
        sa.PrimaryKeyConstraint("id", name="pk_keys"),
    )
    op.create_index("ix_keys_organiser_uid", "keys", ["organiser_uid"])
    op.create_table(
        "matches",
        sa.Column("uid", UID, nullable=False),
        sa.Column("organiser_uid", UID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("read_token", ID, nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("table_name", sa.String(length=100), nullable=True),
        sa.Column("event", sa.String(length=100), nullable=True),
        sa.Column("stage", sa.String(length=20), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head_hash", ID, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("created_by", ID, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.CheckConstraint("status IN ('open', 'finished')", name=op.f("ck_matches_status")),
        sa.ForeignKeyConstraint(["organiser_uid"], ["organisers.uid"], name="fk_matches_organiser_uid"),
        sa.PrimaryKeyConstraint("uid", name="pk_matches"),
        sa.UniqueConstraint("id", "organiser_uid", name="uq_matches_id_organiser_uid"),
        sa.UniqueConstraint("read_token", name="uq_matches_read_token"),
    )
    op.create_index("ix_matches_organiser_uid_uid", "matches", ["organiser_uid", "uid"])
    op.create_index("ix_matches_organiser_uid_event_uid", "matches", ["organiser_uid", "event", "uid"])
    op.create_table(
        "rulesets",
        sa.Column("uid", UID, nullable=False),
        sa.Column("organiser_uid", UID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("share_code", sa.String(length=16), nullable=True),
        sa.Column("archived_at", TIME, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["organiser_uid"], ["organisers.uid"], name="fk_rulesets_organiser_uid"),
        sa.PrimaryKeyConstraint("uid", name="pk_rulesets"),
        sa.UniqueConstraint("organiser_uid", "id", name="uq_rulesets_organiser_uid_id"),
        sa.UniqueConstraint("share_code", name="uq_rulesets_share_code"),
    )
    op.create_table(
        "webhooks",
        sa.Column("uid", UID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("organiser_uid", UID, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("events", sa.String(length=200), nullable=False),
        sa.Column("description", sa.String(length=200), nullable=True),
        sa.Column("secret", sa.String(length=100), nullable=False),
        sa.Column("old_secret", sa.String(length=100), nullable=True),
        sa.Column("old_secret_until", TIME, nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("disabled_because", sa.String(length=40), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("deleted_at", TIME, nullable=True),
        sa.CheckConstraint("status IN ('active', 'disabled')", name=op.f("ck_webhooks_status")),
        sa.ForeignKeyConstraint(["organiser_uid"], ["organisers.uid"], name="fk_webhooks_organiser_uid"),
        sa.PrimaryKeyConstraint("uid", name="pk_webhooks"),
        sa.UniqueConstraint("id", name="uq_webhooks_id"),
    )
    op.create_index("ix_webhooks_organiser_uid", "webhooks", ["organiser_uid"])
    op.create_table(
        "deals",
        sa.Column("match_uid", UID, nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("is_void", sa.Boolean(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("warnings", sa.String(length=100), nullable=False),
        sa.Column("game_over_seq", sa.Integer(), nullable=True),
        sa.Column("corrected_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match_uid"], ["matches.uid"], name="fk_deals_match_uid"),
        sa.PrimaryKeyConstraint("match_uid", "deal", name="pk_deals"),
    )
    op.create_index("ix_deals_match_uid_seq", "deals", ["match_uid", "seq"])
    op.create_table(
        "deliveries",
        sa.Column("uid", UID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("webhook_uid", UID, nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("match_uid", UID, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", TIME, nullable=True),
        sa.Column("last_status", sa.Integer(), nullable=True),
        sa.Column("last_error", sa.String(length=200), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("delivered_at", TIME, nullable=True),
        sa.CheckConstraint("status IN ('pending', 'delivered', 'failed')", name=op.f("ck_deliveries_status")),
        sa.ForeignKeyConstraint(["match_uid"], ["matches.uid"], name="fk_deliveries_match_uid"),
        sa.ForeignKeyConstraint(["webhook_uid"], ["webhooks.uid"], name="fk_deliveries_webhook_uid"),
        sa.PrimaryKeyConstraint("uid", name="pk_deliveries"),
        sa.UniqueConstraint("id", name="uq_deliveries_id"),
    )
    op.create_index("ix_deliveries_status_next_at", "deliveries", ["status", "next_at"])
    op.create_index("ix_deliveries_webhook_uid_uid", "deliveries", ["webhook_uid", "uid"])
    op.create_index("ix_deliveries_webhook_uid_status_next_at", "deliveries", ["webhook_uid", "status", "next_at"])
    op.create_table(
        "entries",
        sa.Column("match_uid", UID, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=True),
        sa.Column("supersedes", sa.Integer(), nullable=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("by", ID, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("prev_hash", ID, nullable=False),
        sa.Column("hash", ID, nullable=False),
        sa.CheckConstraint("kind IN ('deal', 'void_deal', 'penalty', 'correction', 'game_over', 'finish')", name=op.f("ck_entries_kind")),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_entries_seq")),
        sa.ForeignKeyConstraint(["match_uid"], ["matches.uid"], name="fk_entries_match_uid"),
        sa.PrimaryKeyConstraint("match_uid", "seq", name="pk_entries"),
    )
    op.create_index("ix_entries_match_uid_deal", "entries", ["match_uid", "deal"])
    op.create_table(
        "ruleset_revisions",
        sa.Column("ruleset_uid", UID, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("parent", sa.String(length=80), nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("created_by", ID, nullable=False),
        sa.ForeignKeyConstraint(["ruleset_uid"], ["rulesets.uid"], name="fk_ruleset_revisions_ruleset_uid"),
        sa.PrimaryKeyConstraint("ruleset_uid", "revision", name="pk_ruleset_revisions"),
    )
    for table in WRITTEN_ONCE:
        _keep_as_written(table)


def downgrade() -> None:
    """An empty database. Whatever was stored is lost."""
    for table in (
        "ruleset_revisions",
        "entries",
        "deliveries",
        "deals",
        "webhooks",
        "rulesets",
        "matches",
        "keys",
        "idempotency",
        "organisers",
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION written_once()")


def _keep_as_written(table: str) -> None:
    """Refuse every change and removal of a row, whoever tries it and by whatever means."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE OR REPLACE FUNCTION written_once() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '% is written once', TG_TABLE_NAME; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION written_once()"
        )
        return
    for change in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is written once'); END"
        )
