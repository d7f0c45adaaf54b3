"""`accord certify`: prove that a puzzle has no solution, one, or exactly so many."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import click

from accord.cli.certifying import another_name, keeping
from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import at_least_one, counter, instances
from accord.cli.output import line
from accord.cli.working import working
from accord.puzzles.formats.draft import Variant
from accord.puzzles.instance import Instance
from accord.puzzles.proofs.certificate_folder import write_certificate

SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@arguments.output("DIR", "A folder for certificates, each a folder of its own in it.", folder=True)
@click.option(
    "--with",
    "producer",
    metavar="PRODUCER",
    default="",
    show_default=False,
    help="Who makes the proofs: cadical153 or another SAT solver, or a search such as "
    "backtracking-mrv, which proves its own claim. Default: the first that is installed.",
)
@click.option(
    "--at-most",
    type=values.Whole(0),
    default=1000,
    help="Solutions of a puzzle that is certified.",
)
@click.option("--cnf", is_flag=True, help="Write the formula too, for other checkers.")
@arguments.reading
def command(
    puzzle: str | None,
    file: str | None,
    output: Path | None,
    producer: str,
    at_most: int,
    cnf: bool,
    variant: Variant,
) -> None:
    """Prove how many solutions a puzzle has: none, one, or exactly so many.

    PUZZLE may also be the folder of a campaign, for all of its puzzles. A solver finds the
    solutions and a producer of proofs shows that there are no others; the checker, which trusts
    neither, accepts the proof line by line. `accord certificate` checks a folder again.

    A line for each puzzle: what is certified, who made the proof, clauses of the formula, lines and
    bytes of the proof, CPU seconds. Exits with 1 if one is not certified or a published answer is
    wrong, and with 70 if a published solution is missing in an accepted certificate, which would be
    a bug of accord.

    Examples:
        # There is one solution: the proof, and the formula for other checkers, in ./proved.
        accord certify 3..1..2......4.. --cnf -o proved
        # Each puzzle of a collection.
        accord certify 4x4
    """
    from accord.bench.certifying.certify import UncertifiedError, certify, default_producer
    from accord.bench.judging.expected import contradictions
    from accord.bench.judging.judge import judge

    if cnf and output is None:
        raise click.UsageError("found --cnf, expected -o DIR with it")
    chosen, found_wrong, used = producer or default_producer(), False, set[str]()
    asked = at_least_one(_asked(puzzle, file, variant))
    first = list(islice(asked, 2))
    total = counter(puzzle, file, variant) if len(first) > 1 else None
    with working("certifying", total) as work:
        for instance in chain(first, asked):
            known = [] if instance.expected is None else [instance.expected.solution]
            folder = (output or Path()) / another_name(instance.name, used)
            try:
                with keeping(folder if output else Path(f"false-{folder.name}")):
                    made = certify(instance.puzzle, chosen, at_most, filter(None, known))
            except UncertifiedError as error:
                line(f"{instance.name}: not certified: {error}")
                found_wrong = True
                work.advance()
                continue
            if output:
                write_certificate(made.certificate, folder, formula=cnf)
            line(f"{instance.name}: {made}")
            verdict = judge(instance.puzzle, (), made.certificate)
            for surprise in contradictions(instance.puzzle, instance.expected, verdict):
                line(f"CONTRADICTED {surprise}")
                found_wrong = True
            work.advance()
    if found_wrong:
        raise Ending(FINDING)


def _asked(puzzle: str | None, file: str | None, variant: Variant) -> Iterator[Instance]:
    """The puzzles that are named; those of a campaign where it is a folder."""
    if file is None and puzzle and puzzle != "-" and len(puzzle) < 256 and Path(puzzle).is_dir():
        from accord.bench.certifying.campaign_puzzles import campaign_puzzles

        return campaign_puzzles(Path(puzzle))
    return instances(puzzle, file, variant)
