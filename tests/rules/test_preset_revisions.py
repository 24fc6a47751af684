"""Revisions of presets: each stays as it is for ever, for matches rest on it; a preset whose options change gets another."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
import yaml

from rules import catalogue
from rules.catalogue import PRESET_FOLDER, PRESET_REVISIONS, preset, references_to, resolve, revisions_in
from rules.document import OPTION_LEAVES
from rules.merging import value_at
from rules.ruleset import Ruleset
from schemas.rulesets import preset_revisions

DIGESTS = {
    "anhui-tcm-2009@1": "1d6bf881f6e47b4c",
    "chaodipi-unified@1": "4137f0edb3d0101c",
    "gongxiao-2013@1": "1561a9c231acb0b2",
    "guizhou-2010@1": "fd1538ac9d121612",
    "jiangsu-2007@1": "cc20ce26e59f342c",
    "march8-2012@1": "b2e4a33b02ff33ad",
    "nantong-chaodipi@1": "645a343008d9b32c",
}
"""What each revision decides. Where this fails for one that has been released, keep its file as `id@revision.yaml` and change a copy."""


def digest(ruleset: Ruleset) -> str:
    """The beginning of the SHA-256 of a ruleset's options, without its titles, texts and clauses."""
    values = {path: value_at(ruleset.document, path) for path in OPTION_LEAVES}
    said = {path: value for path, value in values.items() if value is not None}
    return hashlib.sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def test_what_a_revision_decides_stays_as_it_is() -> None:
    every = references_to(PRESET_REVISIONS)
    assert {name: digest(preset(*every[name])) for name in every if "@" in name} == DIGESTS


@pytest.fixture
def two_revisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue in which a preset has been changed, and its first revision kept."""
    folder = tmp_path / "presets"
    shutil.copytree(PRESET_FOLDER, folder)
    newest, first = folder / "jiangsu-2007.yaml", folder / "jiangsu-2007@1.yaml"
    newest.rename(first)
    newest.write_text(yaml.safe_dump(yaml.safe_load(first.read_text("utf-8")) | {"direction": "clockwise", "revision": 2}), "utf-8")
    monkeypatch.setattr(catalogue, "PRESET_FOLDER", folder)
    monkeypatch.setattr(catalogue, "PRESET_REVISIONS", revisions_in(folder))
    monkeypatch.setattr(catalogue, "_PRESET_REFERENCES", references_to(catalogue.PRESET_REVISIONS))
    monkeypatch.setattr(catalogue, "_KEPT", catalogue._Kept(8))
    catalogue._loaded.cache_clear()
    yield
    catalogue._loaded.cache_clear()


@pytest.mark.usefixtures("two_revisions")
def test_a_name_means_the_newest_and_a_revision_itself() -> None:
    named = {name: resolve(name) for name in ("jiangsu-2007", "jiangsu-2007@1", "jiangsu-2007@2")}
    assert [named[name].revision for name in named] == [2, 1, 2]
    assert digest(named["jiangsu-2007@1"]) == DIGESTS["jiangsu-2007@1"] != digest(named["jiangsu-2007"])
    resting = [resolve({"extends": name, "throws": {"allowed": False}}) for name in named]
    assert [value_at(ruleset.document, "direction") for ruleset in resting] == ["clockwise", "counterclockwise", "clockwise"]


def test_pages_of_revisions_are_told_the_newest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRESET_REVISIONS, "jiangsu-2007", 3)
    pages = [preset_revisions("jiangsu-2007", before, limit) for before, limit in ((None, 2), (2, 2), (9, 9), (1, 9))]
    assert [[one["revision"] for one in page["revisions"]] for page in pages] == [[3, 2], [1], [3, 2, 1], []]
    assert [page.get("next") for page in pages] == [2, None, None, None]


@pytest.mark.usefixtures("two_revisions")
def test_there_are_no_others() -> None:
    for revision in (0, 3):
        with pytest.raises(KeyError):
            preset("jiangsu-2007", revision)
    with pytest.raises(KeyError):
        preset("no-such-rules")


def test_revisions_are_numbered_without_gaps(tmp_path: Path) -> None:
    for name in ("club.yaml", "club@1.yaml", "club@3.yaml"):
        (tmp_path / name).touch()
    with pytest.raises(ValueError, match="without gaps"):
        revisions_in(tmp_path)
    (tmp_path / "club@2.yaml").touch()
    assert revisions_in(tmp_path) == {"club": 4}
