"""A PostgreSQL cluster of a test's own, which it may restart and kill: the one that TEST_DATABASE_URL names is left alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.processes import kill_with_children
from tests.support.required import missing
from tests.support.server import lasting_port

_USER = "postgres"
_STARTS = 20
"""How often a start is tried: what is left of a killed server may still hold its memory."""


def programs() -> Path:
    """The folder of the newest server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        missing("initdb", "no PostgreSQL server is installed")
    return found[-1].parent if found else Path(str(on_path)).parent


class Cluster:
    """A cluster in a folder, on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, lasting_port()
        self.url = f"postgresql+psycopg://{_USER}@127.0.0.1:{self.port}/postgres"

    def run(self, *command: str) -> None:
        """Run a program of the server, as the user that it wants to be run by. Raises CalledProcessError when it fails."""
        program = [str(programs() / command[0]), *command[1:]]
        as_user = ["runuser", "-u", _USER, "--"] if os.geteuid() == 0 else []
        subprocess.run([*as_user, *program], check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        command = ("pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "-o", options, "start")
        for _ in range(_STARTS):
            with suppress(subprocess.CalledProcessError):
                return self.run(*command)
            time.sleep(0.25)
        raise AssertionError((self.folder / "log").read_text()[-2000:])

    def stop(self, mode: str = "immediate") -> None:
        """Stop; `immediate` is as good as a crash."""
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", mode, "stop")

    def kill(self) -> None:
        """Crash: every process of the server is ended without a word."""
        known = self.folder / "data" / "postmaster.pid"
        kill_with_children(int(known.read_text().split()[0]))
        known.unlink()  # in a container whose first process buries nobody, the dead one would pass for a running one

    def restart(self, pause: float = 0.5) -> None:
        """Crash, stay away for a while, and come back."""
        self.stop()
        time.sleep(pause)
        self.start()


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A new cluster that runs, removed afterwards."""
    programs()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)
        made = Cluster(folder)
        made.run("initdb", "-D", str(folder / "data"), "-U", _USER, "-A", "trust", "--no-sync")
        made.start()
        try:
            yield made
        finally:
            with suppress(subprocess.CalledProcessError):  # it may be stopped already
                made.stop()
