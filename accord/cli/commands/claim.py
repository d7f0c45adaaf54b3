"""`accord claim`: what a campaign says to claims about solvers."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import BAD_INPUT, FINDING, INTERRUPTED, UNDECIDED, Ending
from accord.solvers.registry import MissingBackendError

if TYPE_CHECKING:
    from accord.bench.analysis.hypothesis import Claim


@click.command()
@click.argument(
    "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE.toml"
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@click.option("--json", "as_json", is_flag=True, help="All of it, for a machine.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
def command(file: Path, folder: Path | None, as_json: bool, quiet: bool) -> None:
    """Say whether the claims in FILE.toml are supported by a campaign.

    A claim names `solver`, `against`, `collection` and `at_least`, how many times as fast the
    first is as the second, and if it likes `measure` (wall, cpu or a counter), `confidence`,
    `time_limit`, `limit`, `repeat`, `isomorphs` and `name`. Several stand in tables [[claim]].

    The evidence is the campaign in DIR. Without one it is run in results/local/NAME, by the name of
    the claim, or of the file where several claims share it; the same command goes on with it.

    Exits with 0 if all claims are supported, with 1 if one is refuted or a solver is wrong, with
    124 if one is undecided, and with 2 if the campaign is no evidence for one; the others are
    printed all the same.
    """
    try:
        from accord.bench.analysis.hypothesis import SUPPORTED, judge_claim
        from accord.bench.analysis.hypothesis import UNDECIDED as OPEN
        from accord.views.tables import hypothesis as view
    except ImportError as error:
        raise MissingBackendError(f"accord claim needs accord[stats]: {error}") from None
    from accord.bench.campaigns.folder import CampaignError
    from accord.cli.options.hypothesis_file import read_claims

    claims = read_claims(file)
    folders = dict.fromkeys(claims, folder) if folder else _run(claims, file.stem, quiet=quiet)
    found, failed = [], []
    for claim in claims:
        try:
            found.append(judge_claim(claim, folders[claim]))
        except CampaignError as error:
            failed.append(f"{claim.name}: {error}" if len(claims) > 1 else str(error))
    if found or not failed:
        click.echo(view.as_json(found) if as_json else view.as_text(found))
    if failed:
        raise Ending(BAD_INPUT, "\n".join(failed))
    outcomes = {each.outcome for each in found}
    if outcomes - {SUPPORTED, OPEN}:
        raise Ending(FINDING)
    if OPEN in outcomes:
        raise Ending(UNDECIDED)


def _run(claims: "Sequence[Claim]", common: str, *, quiet: bool) -> "dict[Claim, Path]":
    """Run the campaigns that the claims ask for, one for each question; returns their folders."""
    groups: dict[tuple[object, ...], list[Claim]] = {}
    for claim in claims:
        asks = (claim.collection, claim.time_limit, claim.limit, claim.repeat, claim.isomorphs)
        groups.setdefault(asks, []).append(claim)
    folders: dict[Claim, Path] = {}
    for group in groups.values():
        name = common if len(group) == len(claims) > 1 else group[0].name
        folder = Path("results", "local", name)
        _run_one(folder, group, quiet=quiet)
        folders |= dict.fromkeys(group, folder)
    return folders


def _run_one(folder: Path, claims: "Sequence[Claim]", *, quiet: bool) -> None:
    """Run the campaign of claims that ask the same question, or go on with it."""
    from accord.bench.campaigns.campaign import run_campaign
    from accord.bench.campaigns.question import CampaignQuestion
    from accord.bench.instances.collection import instances_of
    from accord.bench.isolation.limits import Limits
    from accord.bench.isolation.terms import Terms
    from accord.cli.progress import watcher

    claim = claims[0]
    limits = Limits(10.0 if claim.time_limit is None else claim.time_limit)
    question = CampaignQuestion(
        claim.collection,
        tuple(name for each in claims for name in (each.solver, each.against)),
        Terms(limits, (2 if claim.limit is None else claim.limit) or None),
        repeat=claim.repeat or 1,
        isomorphs=claim.isomorphs or 0,
    )
    with watcher(sys.stderr, quiet=quiet) as watch:
        try:
            run_campaign(folder, instances_of(claim.collection), question, watch=watch)
        except KeyboardInterrupt:
            message = f"interrupted: what is done is in {folder}; the same command goes on"
            raise Ending(INTERRUPTED, message) from None
