"""`accord solvers`: list the solvers, what each can do, and which can run here."""

import json

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments

SECTION = "system"


@click.command(cls=WithExamples)
@click.option("--json", "as_json", is_flag=True, help="A list of objects.")
@click.option("--settings", "with_settings", is_flag=True, help="The settings of each solver.")
@click.option(
    "--kinds", is_flag=True, help="For each kind of constraint, the solvers that post it as it is."
)
@arguments.WIDE
def command(as_json: bool, with_settings: bool, kinds: bool) -> None:
    """List the solvers: what each can be asked, and whether it can run here.

    Examples:
        accord solvers
        # What can be set of each, as in -s backtracking-mrv:filter=gac.
        accord solvers --settings
        # Which solvers post a kind of constraints, or not; --json says why.
        accord solvers --kinds
    """
    from accord.cli.output import show_as
    from accord.solvers.registry import backends
    from accord.views.tables import solvers
    from accord.views.tables.text import PrintedReport

    if as_json:
        record = solvers.kinds_record if kinds else solvers.capabilities
        click.echo(json.dumps([record(*item) for item in backends().items()], indent=2))
        return
    if kinds:
        show_as(solvers.kinds_table(backends()))
        return
    table = (solvers.settings_table if with_settings else solvers.matrix)(backends())
    show_as(PrintedReport([table], close=True))
