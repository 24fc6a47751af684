"""The READMEs are true: their curl calls give the answers printed below them, and what they list exists."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from rules.texts import LANGUAGES
from script.readme import BASE, READMES, ROOT, Call, calls, read, rulesets, served_rulesets
from tests.support.required import missing
from tests.support.server import serving


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app({"LOG_LEVEL": "ERROR"}).test_client()


@pytest.mark.parametrize(("name", "call"), [pytest.param(n, c, id=f"{n}-{c.path}") for n in READMES for c in calls(n)])
def test_a_printed_call_gives_the_printed_answer(client: FlaskClient, name: str, call: Call) -> None:
    assert call.ask(client) == json.loads(call.printed)


@pytest.mark.parametrize("name", READMES)
def test_the_first_screen_serves_asks_and_answers(name: str) -> None:
    first_screen = "\n".join(read(name).splitlines()[:60])
    assert "make serve" in first_screen
    assert f"curl -s {BASE}/v1/plays/check" in first_screen
    assert '"legal": false' in first_screen


@pytest.mark.parametrize("name", READMES)
def test_the_table_of_endpoints_is_that_of_the_service(client: FlaskClient, name: str) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    served = {f"{method.upper()} {path}" for path, item in paths.items() for method in item.keys() - {"parameters"}}
    listed = {f"{method} {path}" for method, path in re.findall(r"^\| `(GET|POST|PUT|DELETE) (/\S*)` \|", read(name), re.MULTILINE)}
    assert listed == served


@pytest.mark.parametrize(("name", "language"), READMES.items())
def test_the_table_of_rulesets_is_that_of_the_service(client: FlaskClient, name: str, language: str) -> None:
    assert rulesets(read(name)) == served_rulesets(client, language)


@pytest.mark.parametrize("name", READMES)
def test_every_make_target_named_exists(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)\b", read(name))) <= targets


@pytest.mark.parametrize("name", READMES)
def test_every_link_into_the_repository_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", read(name))
    assert [link for link in links if not (ROOT / link).exists()] == []


def match_commands(name: str) -> str:
    """The commands that begin a match."""
    (block,) = re.findall(r"```sh\n(KEY=.*?)```", read(name), re.DOTALL)
    return str(block)


def test_the_commands_for_a_match_are_the_same_in_every_language() -> None:
    assert len({re.sub(r" +#.*", "", match_commands(name)) for name in READMES}) == 1


def test_the_commands_for_a_match_run_from_top_to_bottom_as_printed(tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        missing("curl", "the commands of the README ask with it")
    block = match_commands("README.md")
    with serving(DATABASE_URL=f"sqlite:///{tmp_path}/shengji.db", LOG_LEVEL="ERROR", WEB_CONCURRENCY="1") as base:
        flask = f"{sys.executable} -m flask --app app"
        script = block.replace(BASE, base).replace(".venv/bin/flask --app app", flask)
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/shengji.db"}
        for words in (f"{flask} store prepare", script):
            bash = ["bash", "-eu", "-o", "pipefail", "-c", words]
            done = subprocess.run(bash, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
    assert '"attackers_points":75' in done.stdout and '"seq":1' in done.stdout
    assert "scorer" in done.stdout and "Nanjing club" in done.stdout


@pytest.mark.parametrize("name", READMES)
def test_every_command_of_the_service_is_written_alike(name: str) -> None:
    texts = [read(name), *(read(f"rules/locale/{language}.yaml") for language in LANGUAGES), read("api/commands.py").partition('"""\n')[2]]
    for text in texts:
        assert text.count("flask --app app ") == text.count(".venv/bin/flask --app app ")


def test_both_readmes_ask_the_same_questions() -> None:
    english, chinese = (calls(name) for name in READMES)
    assert [(c.path, c.body) for c in english] == [(c.path, c.body) for c in chinese]
