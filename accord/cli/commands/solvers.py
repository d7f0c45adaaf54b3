"""`accord solvers`: list the solvers, what each can do, and which can run here."""

import json

import click

from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments

SECTION = "system"


@click.command(cls=WithExamples)
@click.option("--json", "as_json", is_flag=True, help="A list of objects.")
@click.option("--settings", "with_settings", is_flag=True, help="The settings of each solver.")
@arguments.WIDE
def command(as_json: bool, with_settings: bool) -> None:
    """List the solvers: what each can be asked, and whether it can run here.

    Examples:
        accord solvers
        # What can be set of each, as in -s backtracking-mrv:filter=gac.
        accord solvers --settings
    """
    from accord.cli.output import show
    from accord.solvers.registry import backends
    from accord.views.tables.solvers import capabilities, matrix, settings_table
    from accord.views.tables.text import as_table

    if as_json:
        click.echo(json.dumps([capabilities(*item) for item in backends().items()], indent=2))
    else:
        show(as_table(*(settings_table if with_settings else matrix)(backends())))
