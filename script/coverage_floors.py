"""The coverage floors: every line and branch of rules/, and ninety of a hundred branches of everything else.

Reads what the last test run measured and exits with 1 below a floor. Two floors need two sums: one average over both would
let a gap in the rules hide behind the rest.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import PurePath

OTHER_BRANCHES = 90.0


def measured() -> dict[str, dict[str, int]]:
    """Per file the counts of `coverage json`: `num_statements`, `covered_lines`, `num_branches`, `covered_branches` …"""
    report = subprocess.run([sys.executable, "-m", "coverage", "json", "--quiet", "-o", "-"], check=True, capture_output=True, text=True)
    return {name: entry["summary"] for name, entry in json.loads(report.stdout)["files"].items()}


def main() -> int:
    """Prints both figures and what is missing; 0 when both floors hold."""
    files = measured()
    rules = {name: counts for name, counts in files.items() if PurePath(name).parts[0] == "rules"}
    others = [counts for name, counts in files.items() if name not in rules]
    holes = {
        name: f"{counts['missing_lines']} lines, {counts['missing_branches']} branches"
        for name, counts in rules.items()
        if counts["missing_lines"] or counts["missing_branches"]
    }
    branches = sum(counts["num_branches"] for counts in others)
    taken = sum(counts["covered_branches"] for counts in others)
    share = 100.0 * taken / branches if branches else 100.0

    print(f"rules/: {len(rules)} modules, {'everything covered' if not holes else 'not covered:'}")
    for name, hole in sorted(holes.items()):
        print(f"  {name}: {hole}")
    print(f"elsewhere: {share:.1f} % of {branches} branches (floor {OTHER_BRANCHES:.0f} %)")
    if holes or not rules or share < OTHER_BRANCHES:
        print("Below the floor; `.venv/bin/python -m coverage report` shows the lines.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
