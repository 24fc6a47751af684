"""The log as a table for spreadsheets (settled 41): UTF-8 with a byte order mark, CRLF, a row for each entry."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rules import texts

COLUMNS: Final = (
    *("seq", "at", "kind", "deal", "game", "ns", "ew", "declarer", "level", "attackers_points", "outcome", "gained_side", "gained_levels"),
    *("ns_level", "ew_level", "offence", "side", "points", "reason", "note", "ended_by", "forfeited_by"),
    *("supersedes", "superseded_by", "warnings", "by", "hash"),
)
"""The columns in their order; their headings are texts."""
ROWS_AT_ONCE: Final = 100
_MARK: Final = b"\xef\xbb\xbf"
_FORMULA: Final = re.compile(r"[\t\r\n]|[\s\u200b-\u200f\u2060\ufeff]*[-=+@＝＋－＠﹦﹢﹣﹫]")
"""How a text begins that a spreadsheet might reckon out: some leave blanks away, and take the wide signs of Chinese keyboards too."""


def table(entries: Iterable[Mapping[str, Any]], sides: Mapping[str, Any], language: str) -> Iterator[bytes]:
    """The bytes of the table of entries as they are answered, some rows at a time. `sides` are those of the match."""
    names = {side.lower(): told["name"] for side, told in sides.items() if "name" in told}
    rows: list[list[Any]] = [[texts.text(language, "columns", name) for name in COLUMNS]]
    yield _MARK
    for entry in entries:
        if len(rows) == ROWS_AT_ONCE:
            yield _lines(rows)
            rows = []
        cells = names | cells_of(entry)
        rows.append([_guarded(cells.get(name, "")) for name in COLUMNS])
    yield _lines(rows)


def cells_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The cells of an entry by their columns; what does not apply is left out."""
    outcome, body = entry["outcome"], entry["body"]
    decided = outcome.get("replacement", outcome)
    cells = {name: entry[name] for name in ("seq", "at", "kind", "deal", "by", "hash", "supersedes", "superseded_by") if name in entry}
    cells |= {name: outcome[name] for name in ("game",) if name in outcome}
    cells |= {name: decided[name] for name in ("declarer", "level") if name in decided}
    cells |= {name: body[name] for name in ("offence", "side", "reason", "note", "ended_by", "forfeited_by") if name in body}
    warnings = [*decided.get("warnings", ()), *entry.get("warnings", ())]
    cells |= {"warnings": " ".join(dict.fromkeys(warnings))} if warnings else {}
    cells |= {"points": outcome["assessment"]["points"]} if "assessment" in outcome else {}
    if "score" in decided:
        gained = decided["advance"]["gained"]
        cells |= {"attackers_points": decided["score"]["attackers_points"], "outcome": decided["advance"]["outcome"]}
        cells |= {"gained_side": gained["side"], "gained_levels": gained["levels"]}
    cells |= {"gained_side": outcome["winner"]} if "winner" in outcome else {}
    return cells | {f"{side.lower()}_level": level for side, level in outcome["state"]["levels"].items()}


def _guarded(value: Any) -> Any:
    """A value as a cell: numbers as they are, a text that could be a formula after an apostrophe, which makes it a text.

    >>> _guarded(-5), _guarded("-5"), _guarded("南京")
    (-5, "'-5", '南京')
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def _lines(rows: Iterable[Iterable[Any]]) -> bytes:
    buffer = io.StringIO()
    # every text in quotes: where lists are parted by semicolons, one in a name would begin another cell, which might be a formula
    csv.writer(buffer, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC).writerows(rows)
    return buffer.getvalue().encode()
