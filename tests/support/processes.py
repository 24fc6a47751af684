"""The processes below one, which a test ends without a word. They are looked for in /proc, as Linux alone has it."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.support.required import missing


def children_of(parent: int) -> list[int]:
    """The processes that one has started and that still run."""
    if not Path("/proc/self/stat").exists():
        missing("/proc", "it tells which processes are a server's")
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            state, above = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(above) == parent and state != "Z":
                found.append(int(folder.name))
    return found


def kill(process: int) -> None:
    """End a process, if it still runs."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def kill_with_children(parent: int) -> None:
    """End a process and all that it has started; it is held first, so that it starts no others."""
    os.kill(parent, signal.SIGSTOP)
    for process in (*children_of(parent), parent):
        kill(process)
