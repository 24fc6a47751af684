"""The command line: `flask --app app keys …` for organisers' keys, `flask --app app store …` for the database."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from flask import Flask
from flask.cli import AppGroup

from api.stores import store
from rules import texts
from store import migrating
from store.errors import AWAY, MissingError, RevisionError, StoreError
from store.keys import create_key, has_organisers, list_keys, make_organiser, revoke_key
from store.models import ROLES

FIRST_ORGANISER = "home"
_LONGEST_NAME = 100

keys = AppGroup("keys", help="Make, list and revoke the keys of organisers.")
stored = AppGroup("store", help="Prepare the database and look after it.")


@contextmanager
def _told() -> Iterator[None]:
    """What the store refuses, as one sentence and a failing exit."""
    try:
        yield
    except StoreError as error:
        raise click.ClickException(_sentences(error)) from error
    except RevisionError as error:
        raise click.ClickException(str(error)) from error
    except MissingError as error:
        raise click.ClickException(f"There is no {error.kind} {error.value}.") from error


def _sentences(error: StoreError) -> str:
    """Why the store cannot answer, with what the database said; and how a file comes to be where there is none."""
    detail = texts.text(texts.DEFAULT_LANGUAGE, "problems", f"detail.{error.code}")
    file = f" `.venv/bin/flask --app app store prepare` makes {store().url.database}." if error.code == AWAY and store().is_sqlite else ""
    return f"{detail} ({error.said}){file}"


def _name(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (value.strip() and len(value) <= _LONGEST_NAME and value.isprintable()):
        raise click.BadParameter(f"a name has 1 to {_LONGEST_NAME} printed characters")
    return value.strip() if value is not None else None


@keys.command("create")
@click.option("--organiser", required=True, callback=_name, help="Whose key it is; an unknown organiser is made.")
@click.option("--role", required=True, type=click.Choice(ROLES), help="What it may do; each role may do all that those before it may.")
@click.option("--label", callback=_name, help="What it is for, to know it by in the list.")
def create(organiser: str, role: str, label: str | None) -> None:
    """Make a key and print it: it is shown this once and cannot be had again."""
    with _told(), store().writing() as session:
        key = create_key(session, organiser, role, label)
    click.echo(key)


@keys.command("list")
@click.option("--organiser", callback=_name, help="Only the keys of this organiser.")
def list_them(organiser: str | None) -> None:
    """Print every key's id, role, state, age, organiser and label, parted by tabs."""
    with _told(), store().reading() as session:
        for key, name in list_keys(session, organiser):
            state = "good" if key.revoked_at is None else f"revoked {key.revoked_at}"
            click.echo("\t".join((key.id, key.role, state, f"made {key.created_at}", name, key.label or "")))


@keys.command("revoke")
@click.argument("key_id")
def revoke(key_id: str) -> None:
    """Let the key of this id open nothing any more, in two seconds at the latest."""
    with _told(), store().writing() as session:
        revoke_key(session, key_id)


@stored.command("upgrade")
def upgrade() -> None:
    """Bring the database to what this version needs."""
    with _told():
        migrating.upgrade(store())


@stored.command("downgrade")
@click.argument("revision")
def downgrade(revision: str) -> None:
    """Take the database back to an older revision; what only newer ones hold is lost."""
    with _told():
        migrating.downgrade(store(), revision)


@stored.command("prepare")
def prepare() -> None:
    """Do what `make serve` does before it serves: upgrade, and make a first admin key in a store that has none.

    A store that is away is told and no failure: decisions are answered without it.
    """
    try:
        migrating.upgrade(store())
        with store().writing() as session:
            is_first = not has_organisers(session) and make_organiser(session, FIRST_ORGANISER)
            key = create_key(session, FIRST_ORGANISER, "admin", "made with the store") if is_first else None
    except (StoreError, RevisionError) as error:
        why = _sentences(error) if isinstance(error, StoreError) else str(error)
        click.echo(f"{why} Decisions are answered without it. When it is well: .venv/bin/flask --app app store prepare", err=True)
        return
    if key is not None:
        click.echo(f"A new store. Its first key, for the organiser “{FIRST_ORGANISER}”, as admin, shown this once:\n\n  {key}\n", err=True)
        sys.stderr.flush()


def install(app: Flask) -> None:
    """Add the commands."""
    app.cli.add_command(keys)
    app.cli.add_command(stored)
