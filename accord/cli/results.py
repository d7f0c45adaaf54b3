"""The end of a campaign: its table, beside its rows and on standard output."""

from pathlib import Path

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.output import show


def present(folder: Path) -> None:
    """Write table.md and table.csv into a campaign's folder, and print the table.

    Raises:
        Ending: with 1, if a solver was refuted or an expectation contradicted.
    """
    from accord.bench.analysis.table import table
    from accord.views.tables.table import as_csv, as_text, markdown

    result = table(folder)
    (folder / "table.md").write_text(markdown(result), encoding="utf-8")
    (folder / "table.csv").write_text(as_csv(result), encoding="utf-8")
    show(*as_text(result))
    click.echo(f"results: {folder}", err=True)
    if result.refutations or result.contradictions:
        raise Ending(FINDING)
