"""The 9x9 puzzles that ship to measure speed on, of four kinds; tools/speed_sets.py makes them."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "make" / "instances" / "speed"
KINDS = ("easy", "sparse", "top", "hardest")


def puzzles(kind: str) -> list[str]:
    """The puzzles of a kind, each as 81 characters with `.` for a blank.

    Raises:
        ValueError: there is no such kind.
    """
    if kind not in KINDS:
        raise ValueError(f"found the kind {kind!r}, expected one of {', '.join(KINDS)}")
    text = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]
