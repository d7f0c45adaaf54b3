"""`accord solvers`: what each backend can, made from its declaration."""

import json

import click

from accord.cli.options import arguments


@click.command()
@click.option("--json", "as_json", is_flag=True, help="A list of objects.")
@click.option("--settings", "with_settings", is_flag=True, help="The settings of each solver.")
@arguments.WIDE
def command(as_json: bool, with_settings: bool) -> None:
    """List the solvers: what each can be asked, and whether it can run here."""
    from accord.cli.output import show
    from accord.solvers.registry import backends
    from accord.views.tables.solvers import capabilities, matrix, settings_table
    from accord.views.tables.text import as_table

    if as_json:
        click.echo(json.dumps([capabilities(*item) for item in backends().items()], indent=2))
    else:
        show(as_table(*(settings_table if with_settings else matrix)(backends())))
