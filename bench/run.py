"""Print every figure beside the most that is wanted: `python -m bench.run`."""

from __future__ import annotations

import platform

from bench import engine, worst


def main() -> None:
    """Measure and print; a figure over its bound is marked, and nothing fails."""
    print(f"Python {platform.python_version()}, one core, median processor time per call")
    for figures in (engine.figures, worst.figures):
        for name, taken, wanted in figures():
            bound = "" if wanted is None else f"  (wanted ≤ {wanted:g})"
            mark = " !" if wanted is not None and taken > wanted else ""
            print(f"{taken:10.2f} µs  {name}{bound}{mark}")


if __name__ == "__main__":
    main()
