"""Writes the golden journal of the present version; run as a module, once a version.

It is never written again afterwards.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tests.server.restarts import ScriptedGame

from vendue_server.journal.entries import VERSION
from vendue_server.journal.store import FILE

STEPS = 90


def write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = ScriptedGame(Path(folder) / "host")
        game.sit()
        game.begin()
        for _ in range(STEPS):
            game._step()
        host = game.host
        host.die()
        path = host.directory / FILE
        with closing(sqlite3.connect(path)) as line:
            line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        host.start()
        course = host.table.course
        assert course.game is not None
        here = Path(__file__).parent
        heads = [head.hex() for head in course.game.follower.heads]
        host.close()
        shutil.copy(path, here / f"version-{VERSION}.sqlite")
        lines = "".join(f"{head}\n" for head in heads)
        (here / f"version-{VERSION}.heads").write_text(lines, "ascii")


if __name__ == "__main__":
    write()
