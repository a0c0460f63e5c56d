"""Write the playthroughs anew: `python -m tests.playthroughs.remake`.

Look at the difference before you keep it: it is what your change does to a game.
"""

from __future__ import annotations

from pathlib import Path

from tests.playthroughs.games import PLAYTHROUGHS, heads_text, played, record_text

FOLDER = Path(__file__).parent


def remake(folder: Path) -> None:
    """Play every game and write its record and its heads."""
    for playthrough in PLAYTHROUGHS:
        game = played(playthrough)
        for ending, text in (("jsonl", record_text(game)), ("heads", heads_text(game))):
            path = folder / f"{playthrough.name}.{ending}"
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    remake(FOLDER)
