"""The import contracts are really checked by `make lint`: its command refuses a tree that breaks one, and keeps all on this one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = "lint-imports"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the command of `make lint` says of a tree."""
    program = Path(sys.executable).with_name(COMMAND)
    return subprocess.run([program, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


def test_make_lint_runs_the_command_itself() -> None:
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None and f".venv/bin/{COMMAND}" in recipe[1]


def test_this_tree_keeps_every_contract() -> None:
    contracts = (ROOT / "pyproject.toml").read_text(encoding="utf-8").count("[[tool.importlinter.contracts]]")
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout
    assert f"{contracts} kept, 0 broken" in done.stdout


def test_an_arrow_that_runs_back_is_refused(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "app.py").write_text("", encoding="utf-8")
    for package, text in (("api", ""), ("schemas", ""), ("store", ""), ("webhooks", ""), ("streams", ""), ("rules", "import schemas\n")):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(text, encoding="utf-8")
    done = lint(tmp_path)
    assert done.returncode != 0
    assert "broken" in done.stdout
