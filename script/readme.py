"""What the READMEs print of the service: curl calls with their answers, and the rulesets with their titles.

A fenced `bash` block that begins with curl is followed by a `json` block with its answer. Run as a program this asks every
question again and writes what it is told; the tests compare it.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
READMES = {"README.md": "en", "README.zh-CN.md": "zh-Hans"}
"""Each README with its language."""
BASE = "http://127.0.0.1:8000"
WIDTH = 120
_RULESET = re.compile(r"^\| `([a-z0-9-]+)` \| (.*) \|$", re.MULTILINE)
_CALL = re.compile(r"```bash\n(curl .*?)```\n```json\n(.*?)\n```", re.DOTALL)


@dataclass(frozen=True)
class Call:
    """A question as the Flask test client asks it, and the answer printed below it (as JSON text)."""

    method: str
    path: str
    headers: dict[str, str]
    body: str | None
    printed: str

    def ask(self, client: Any) -> Any:
        """The answer that the service gives now."""
        return json.loads(client.open(self.path, method=self.method, headers=self.headers, data=self.body).data)


def read(name: str) -> str:
    """The text of a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def calls(name: str) -> list[Call]:
    """Every call of a README; a curl block without an answer below it raises ValueError."""
    text = read(name)
    found = _CALL.findall(text)
    if len(found) != text.count("```bash\ncurl "):
        raise ValueError(f"{name}: a curl block without an answer below it")
    return [_call(command, printed) for command, printed in found]


def _call(command: str, printed: str) -> Call:
    """One call; only `-s`, `-H`, `--json` and `--data-binary` are read."""
    words = iter(shlex.split(command)[1:])
    headers: dict[str, str] = {}
    path, body = "", None
    for word in words:
        if word == "--json":
            body = next(words)
            headers |= {"Content-Type": "application/json", "Accept": "application/json"}
        elif word == "--data-binary":
            body = next(words)
        elif word == "-H":
            name, value = next(words).split(": ", 1)
            headers[name] = value
        elif word.startswith(BASE):
            path = word.removeprefix(BASE)
        elif word != "-s":
            raise ValueError(f"{word}: neither a known option nor an address of `make serve`")
    return Call("GET" if body is None else "POST", path, headers, body, printed)


def pretty(value: Any, indent: int = 0) -> str:
    """JSON text in which whatever fits a line stands on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + len(flat) <= WIDTH or not isinstance(value, (dict, list)):
        return flat
    pad = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        items = [f"{json.dumps(key, ensure_ascii=False)}: {pretty(item, indent + 2)}" for key, item in value.items()]
    else:
        items = [pretty(item, indent + 2) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return opening + pad + f",{pad}".join(items) + "\n" + " " * indent + closing


def rulesets(text: str) -> dict[str, str]:
    """The rulesets that a README lists, and their titles."""
    return dict(_RULESET.findall(text))


def served_rulesets(client: Any, language: str) -> dict[str, str]:
    """The rulesets of the service, and their titles in a language."""
    answer = json.loads(client.get("/v1/rulesets", headers={"Accept-Language": language}).data)
    return {ruleset["id"]: ruleset["title"] for ruleset in answer["rulesets"]}


def renewed(text: str, client: Any, language: str) -> str:
    """A README with the answers and titles that the service gives now."""
    titles = served_rulesets(client, language)
    text = _RULESET.sub(lambda row: f"| `{row[1]}` | {titles[row[1]]} |", text)
    return _CALL.sub(lambda call: f"```bash\n{call[1]}```\n```json\n{pretty(_call(call[1], call[2]).ask(client))}\n```", text)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from app import create_app

    service = create_app({"LOG_LEVEL": "ERROR"}).test_client()
    for readme, its_language in READMES.items():
        (ROOT / readme).write_text(renewed(read(readme), service, its_language), encoding="utf-8")
