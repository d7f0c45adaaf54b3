"""The options of commands that compare solvers: the clock or counter, and which are compared."""

import click

from accord.bench.analysis.table import MEASURES
from accord.solvers.budget import COUNTERS

measuring = click.option(
    "--measure",
    type=click.Choice([*MEASURES, *COUNTERS]),
    default="wall",
    metavar="wall|cpu|COUNTER",
    help=f"A clock, or a counter that does not depend on the machine: {', '.join(COUNTERS)}.",
)
REFERENCE = click.option(
    "--reference",
    metavar="SOLVER",
    default="",
    show_default=False,
    help="The solver of the ratios. Default: backtracking-mrv, or if it did not take part the "
    "solver that solved most puzzles.",
)
KEEP_WRONG = click.option(
    "--keep-wrong",
    is_flag=True,
    help="Disqualify no solver: a wrong run counts as an unsolved one.",
)
