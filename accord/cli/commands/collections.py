"""`accord collections`: the puzzles that ship."""

import click


@click.command()
def command() -> None:
    """List the collections; `accord convert NAME` prints the puzzles of one."""
    from accord.bench.instances.collection import about, collections, instances_of
    from accord.cli.output import show
    from accord.views.tables.text import as_table

    rows = []
    for name in collections():
        sizes = sorted({instance.puzzle.size for instance in instances_of(name)})
        number = sum(1 for _ in instances_of(name))
        shown = ", ".join(f"{size}x{size}" for size in sizes)
        rows.append((name, str(number), shown, about(name)))
    show(as_table(("name", "puzzles", "sizes", "about"), rows, left=4))
