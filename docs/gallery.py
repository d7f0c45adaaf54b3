"""The pictures of the gallery, each made by the command that stands below it."""

import shlex
from base64 import b64encode
from html import escape

from click.testing import CliRunner

from accord.__main__ import cli

FILM = (
    "accord show ....125...6...6..3.51.2..25......... -s backtracking-first -s backtracking-mrv "
    "--film film.svg"
)
PICTURES = {  # what it shows: the command
    "Two searches on one clock": FILM,
    "What is left in each cell": "accord show seeds/racket-pairs --look candidates --svg left.svg",
    "A killer Sudoku": "accord show classics/killer-9 --svg killer.svg",
    "A kakuro, solved": "accord show classics/kakuro-table --solved --svg kakuro.svg",
    "A nonogram, solved": "accord show classics/nonogram-regular-24 --solved --svg horse.svg",
    "Eight queens": "accord show classics/queens-8 --solved --svg queens.svg",
    "A knight's tour": "accord show classics/tour-6-6 --solved --svg tour.svg",
    "A job shop": "accord show classics/job-shop-6-55 --solved --svg jobs.svg",
    "A map in three colours": "accord show classics/australia-3 --solved --svg map.svg",
    "A futoshiki": "accord show classics/futoshiki-5 --svg futoshiki.svg",
    "Thermometers": "accord show boards/thermometers-6-hard --svg thermometers.svg",
    "Arrows": "accord show boards/arrows-6-hard --svg arrows.svg",
}


def drawn(command: str) -> str:
    """The SVG that a command draws: instead of into its file, on standard output.

    Raises:
        RuntimeError: the command fails.
    """
    _, *words, _ = shlex.split(command)
    done = CliRunner().invoke(cli, [*words, "-"])
    if done.exit_code or not done.stdout.startswith("<svg "):
        raise RuntimeError(f"{command}: {done.output}")
    return done.stdout


def gallery() -> str:
    """A figure for each command, in HTML; images, as the style of a film would reach the page."""
    figures = []
    for title, command in PICTURES.items():
        data = b64encode(drawn(command).encode()).decode()
        image = f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(title)}">'
        words = f"<strong>{escape(title)}</strong><code>{escape(command)}</code>"
        figures.append(f"<figure>{image}<figcaption>{words}</figcaption></figure>")
    lines = "\n".join(figures)
    return f'```{{raw}} html\n<div class="gallery">\n{lines}\n</div>\n```'
