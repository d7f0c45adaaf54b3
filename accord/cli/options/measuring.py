"""The options of commands that compare solvers: the clock or counter, and which are compared."""

import click

from accord.bench.analysis.table import MEASURES
from accord.solvers.budget import COUNTERS

CLOCKS = "|".join(MEASURES)
PARTS = "search and encode are the parts of the wall time in which a solver searches and makes its "
PARTS += "model"
CLOCK = click.option(
    "--measure",
    type=click.Choice([*MEASURES]),
    default="wall",
    metavar=CLOCKS,
    help=f"Which time; CPU time counts all threads, {PARTS}.",
)
MEASURED = click.Choice([*MEASURES, *COUNTERS])
measuring = click.option(
    "--measure",
    type=MEASURED,
    default="wall",
    metavar=f"{CLOCKS}|COUNTER",
    help=f"A time ({PARTS}), or a counter that does not depend on the machine: "
    f"{', '.join(COUNTERS)}.",
)
REFERENCE = click.option(
    "--reference",
    metavar="SOLVER|FILE.csv",
    default="",
    show_default=False,
    help="The solver of the ratios. Default: backtracking-mrv, or if it did not take part the "
    "solver that solved most puzzles. Or a file of known best values, with the columns "
    "problem,best,bound,source: what is verified and contradicts them is told.",
)
KEEP_WRONG = click.option(
    "--keep-wrong",
    is_flag=True,
    help="Disqualify no solver: a wrong run counts as an unsolved one.",
)
