"""`accord fetch`: get puzzles from a service or an address on the net."""

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.puzzles.phrasing import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.bench.make.fetching.service import Service
    from accord.bench.make.fetching.store import Fetched

SECTION = "puzzles"


@click.command(cls=WithExamples)
@click.argument("source", required=False, metavar="[SOURCE]")
@click.option("--difficulty", metavar="WORD", help="What a service is asked for. Default: easy.")
@click.option(
    "--count",
    type=values.Whole(1, 10_000),
    metavar="N",
    help="Different puzzles of a service. Default: 1.",
)
@click.option("--name", metavar="NAME", help="What it is kept as. Default: by its address.")
@click.option("--licence", metavar="TEXT", help="Under which it may be used, as you know it.")
@click.option("--server", metavar="URL", help="Where the service is, if not at its usual address.")
@click.option(
    "--most",
    type=values.memory,
    metavar="SIZE",
    default="100M",
    help="Bytes that may come; unpacked it may be ten times as much.",
)
@arguments.time_limit("Time limit for each answer.", "60s")
@click.option("--list", "listing", is_flag=True, help="List what was fetched, and fetch nothing.")
@arguments.AS_JSON
@arguments.WIDE
def command(
    source: str | None,
    difficulty: str | None,
    count: int | None,
    name: str | None,
    licence: str | None,
    server: str | None,
    most: int,
    seconds: float,
    listing: bool,
    as_json: bool,
) -> None:
    """Get puzzles from SOURCE and keep them; print the path, which every command takes.

    SOURCE is youdosudoku, or the address of a file, a zip or tar archive, a list of files or an
    XCSP3 instance. They are kept in ~/.local/share/accord/fetched (or as ACCORD_DATA or
    XDG_DATA_HOME says), each with a record: source, time, licence and checksums. Solutions that a
    service states are verified. No other command uses the network.

    Examples:
        accord fetch youdosudoku --difficulty hard --count 20
        accord fetch https://a-page.example/puzzles.zip --licence CC-BY-4.0
        # What there is, and whether it is still as it came.
        accord fetch --list
    """
    from accord.bench.make.fetching.download import FetchLimits, is_address
    from accord.bench.make.fetching.store import fetch_address, fetch_service, records
    from accord.cli.working import working

    if listing == (source is not None):
        raise click.UsageError("found no SOURCE and no --list, or both, expected one of them")
    if listing:
        _show([*records()], as_json)
        return
    assert source is not None
    limits, error = FetchLimits(most, seconds), None
    if is_address(source):
        if difficulty or server or count:
            raise click.UsageError(
                "found --difficulty, --count or --server, which are of services only"
            )
        with working(f"fetching {source}"):
            found = fetch_address(source, limits, name, licence or "")
    else:
        service, chosen = _service(source, difficulty)
        url, licence = server or service.url, licence or service.licence
        count = count or 1
        with working("fetching puzzles", count) as work:
            found, error = fetch_service(
                replace(service, url=url, licence=licence),
                source,
                difficulty=chosen,
                count=count,
                limits=limits,
                name=name,
                steps=work.show,
            )
    _say(found, as_json)
    if error:
        raise Ending(FINDING, f"kept {found.puzzles} of {count}: {error}")


def _service(source: str, difficulty: str | None) -> "tuple[Service, str]":
    from accord.bench.make.fetching.service import service_named

    service = service_named(source)
    chosen = difficulty or service.difficulties[0]
    if chosen not in service.difficulties:
        expected = ", ".join(service.difficulties)
        raise click.UsageError(f"found the difficulty {chosen!r}, expected one of {expected}")
    return service, chosen


def _say(found: "Fetched", as_json: bool) -> None:
    from accord.cli.output import data, note

    if as_json:
        data(json.dumps(_as_json(found), indent=2))
        return
    number = len(found.files)
    note(
        f"{found.name}: {found.puzzles} {'puzzle' if found.puzzles == '1' else 'puzzles'} in "
        f"{counted(number, 'file')}, {found.size:,} bytes; licence: {found.licence or 'not stated'}"
    )
    for path in found.paths:
        data(str(path))


def _as_json(found: "Fetched") -> dict[str, object]:
    from dataclasses import asdict

    paths = [str(path) for path in found.paths]
    return {**asdict(found), "state": found.state, "paths": paths}


def _show(found: "Sequence[Fetched]", as_json: bool) -> None:
    from accord.bench.make.fetching.store import fetched_folder
    from accord.cli.output import data, note, show
    from accord.views.tables.text import as_table

    if as_json:
        data(json.dumps([_as_json(each) for each in found], indent=2))
        return
    if not found:
        note(f"nothing was fetched into {fetched_folder()}")
        return
    headings = ("name", "source", "licence", "fetched", "files are", "puzzles")
    rows = [
        (
            each.name,
            each.source,
            each.licence or "-",
            each.time[:10],
            each.state,
            each.puzzles,
        )
        for each in found
    ]
    show(as_table(headings, rows, left=5))
    for each in found:
        for path in each.paths:
            data(str(path))
