"""Print every figure beside the most that is wanted: `python -m bench.run`."""

from __future__ import annotations

import platform

from api.memory import settle
from bench import batch, engine, replay, worst
from bench.timing import medians


def main() -> None:
    """Measure and print; a figure over its bound is marked, and nothing fails."""
    print(f"Python {platform.python_version()}, one core, median processor time")
    cases = [*engine.cases(), *worst.cases(), *replay.cases(), *batch.cases()]
    settle()
    for case, taken in zip(cases, medians(cases), strict=True):
        bound = "" if case.wanted is None else f"  (wanted ≤ {case.wanted:g})"
        mark = " !" if case.wanted is not None and taken > case.wanted else ""
        print(f"{taken:10.2f} µs  {case.name}{bound}{mark}")


if __name__ == "__main__":
    main()
