"""`accord encodings`: compare what a puzzle costs in each encoding.

Nothing is left out of large puzzles: the seven encodings of a blank 36x36 as clauses, millions of
them each, take 40 s of CPU time and 2 GB of memory; those of a 25x25, 10 s and 0.4 GB.
"""

from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import one_problem
from accord.puzzles.formats.draft import Variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.encodings.encoding import Encoding
    from accord.puzzles.problem import Problem
    from accord.views.tables.encodings import Encoded, Refused

SECTION = "teach"

BLANK = "." * 81
TIMES = 5  # how often a puzzle is encoded
LONG = 0.5  # seconds: what takes longer is timed once


@click.command(cls=WithExamples)
@click.argument("puzzle", default=BLANK, shell_complete=values.sources, metavar="[PUZZLE]")
@click.option("--all", "every", is_flag=True, help="The variants of each, written with a +, too.")
@click.option("--json", "as_json_", is_flag=True, help="A list of objects.")
@arguments.reading
@arguments.WIDE
def command(puzzle: str, every: bool, as_json_: bool, variant: Variant) -> None:
    """Compare the encodings by what they cost for PUZZLE; by default a blank 9x9.

    An encoding says a puzzle, or another problem, in the language of some solvers: clauses, a
    linear program ... Those that cannot say it are listed with the reason. For clauses, the last
    columns say how many candidates are left when all unit clauses have been propagated, and whether
    that solves the puzzle, finds a conflict, or leaves it to search.

    Examples:
        accord encodings 3..1..2......4..
        # A problem that is no puzzle.
        accord encodings classics/send-more
    """
    from accord.cli.output import show_as
    from accord.cli.working import working
    from accord.encodings.encoding import encodings
    from accord.views.tables.encodings import report

    asked = one_problem(puzzle, variant)
    chosen = {name: each for name, each in encodings().items() if every or "+" not in name}
    with working("measuring encodings", len(chosen)) as work:
        rows = [measured(*item, asked) for item in work.through(chosen.items())]
    show_as(report(asked, rows), as_json=as_json_)


def measured(name: str, encoding: "Encoding", problem: "Problem") -> "Encoded | Refused":
    """The cost of the puzzle in this encoding, or the reason why the encoding refuses it."""
    from accord.encodings.clauses.propagation import root
    from accord.encodings.model import UnsupportedError
    from accord.views.tables.encodings import Encoded, Refused

    def write() -> None:
        for _ in encoding.write(problem, False):
            pass

    try:
        size = encoding.size(problem)
    except UnsupportedError as error:
        return Refused(name, encoding, str(error))
    formula = encoding.formula
    written = _cpu_time(write)
    if formula is None:
        return Encoded(name, encoding, size, written, written, None)
    encoded = _cpu_time(lambda: formula(problem))
    return Encoded(name, encoding, size, encoded, written, root(formula(problem)))


def _cpu_time(work: "Callable[[], object]") -> float:
    """Seconds of CPU time: the median, unless once is long enough."""
    times: list[float] = []
    while len(times) < TIMES and max(times, default=0) < LONG:
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times)
