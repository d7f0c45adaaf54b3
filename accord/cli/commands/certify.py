"""`accord certify`: prove how many solutions a puzzle has, or that none is better.

What other commands that certify share stands here, too: a certificate that is false ends them, and
is kept.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FALSE_THEOREM, FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.sources import Unreadable, at_least_one, counter, instances
from accord.cli.output import line, note
from accord.cli.working import working
from accord.puzzles.formats.draft import Variant
from accord.puzzles.objective import Value
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import FalseTheoremError
from accord.puzzles.proofs.certificate_folder import folder_of, write_certificate
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.puzzles.puzzle import Instance

if TYPE_CHECKING:
    from accord.bench.certify.certificate_store import CertificateStore
    from accord.bench.certify.certify import Certified


SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@click.option(
    "-o",
    "--output",
    type=values.PathName(path_type=Path),
    metavar="DIR|FILE.jsonl",
    help="A folder for certificates, each a folder of its own in it; or one file for all, which is "
    "gone on with if it is there. Default: of a campaign certificates.jsonl in its folder, else "
    "none is kept.",
)
@click.option(
    "--with",
    "producer",
    metavar="PRODUCER",
    default="",
    show_default=False,
    help="Who makes the proofs: cadical153 or another SAT solver, or a search such as "
    "backtracking-mrv, which proves its own claim. Default: the first that is installed.",
)
@arguments.time_limit("Wall time for each puzzle; one that takes longer is not certified.", None)
@click.option(
    "--at-most",
    type=values.Whole(0),
    default=1000,
    help="Solutions of a puzzle that is certified; where the best is asked for, those that the "
    "producer finds, each better than the last.",
)
@click.option(
    "--bound",
    type=values.numbers,
    metavar="VALUE",
    help="Of a problem with an objective: prove that nothing is better than this value, whether or "
    "not a solution has it. Of several numbers in an order: '3 -4'.",
)
@click.option("--cnf", is_flag=True, help="Write the formula too, for other checkers.")
@click.option(
    "--recheck",
    is_flag=True,
    help="Check again what the file has of earlier, also what was accepted then.",
)
@arguments.reading
def command(
    puzzle: str | None,
    file: str | None,
    output: Path | None,
    producer: str,
    seconds: float | None,
    at_most: int,
    bound: tuple[int, ...] | None,
    cnf: bool,
    recheck: bool,
    variant: Variant,
) -> None:
    """Prove how many solutions a puzzle has, none, one or exactly so many, or which is the best.

    PUZZLE may also be the folder of a campaign, for all of its puzzles: their certificates are kept
    there, and are evidence wherever the campaign is judged. A solver finds the solutions and a
    producer of proofs shows that there are no others; the checker, which trusts neither, accepts
    the proof line by line. `accord certificate` checks a folder or a file again. Of a problem with
    an objective the best solution is looked for, and proved is that none is better. Of a formula in
    DIMACS that is too large for that, cadical's proof goes to cake_lpr, lrat-check or drat-trim if
    one is on the path; the line says who has checked it.

    A line for each puzzle: what is certified, who made the proof, clauses of the formula, lines and
    bytes of the proof, CPU seconds. Exits with 1 if one is not certified or a published answer is
    wrong, and with 70 if a published solution is missing in an accepted certificate, which would be
    a bug of accord.

    Examples:
        # One solution: its proof, and the formula for other checkers, in ./proved.
        accord certify 3..1..2......4.. --cnf -o proved
        # Each puzzle of a collection, in one file.
        accord certify 4x4 -o proved.jsonl
    """
    from accord.bench.certify.certify import RefusedProofError, UncertifiedError, default_producer
    from accord.bench.certify.checked_elsewhere import checked_elsewhere
    from accord.bench.judge.judge import already_accepted, contradictions, judge

    chosen, found_wrong, there = producer or default_producer(), False, 0
    campaign = _campaign(puzzle, file)
    store = _store(output, campaign, cnf=cnf, recheck=recheck)
    unreadable = Unreadable()
    asked = at_least_one(_named_instances(puzzle, file, variant, unreadable), unreadable)
    first = list(islice(asked, 2))
    total = counter(puzzle, file, variant) if len(first) > 1 else None
    with ExitStack() as opened, working("certifying", total) as work:
        kept, certified = opened.enter_context(store), _certifier(seconds, opened)
        for instance in work.through(chain(first, asked)):
            if kept.has(instance.problem):
                there += 1
                continue
            known = [] if instance.expected is None else [instance.expected.solution]
            try:
                with keeping(_place_of_false(output, instance.name)):
                    made = certified(
                        instance.problem,
                        chosen,
                        at_most,
                        filter(None, known),
                        bound=_bound(instance.problem, bound),
                    )
            except UncertifiedError as error:
                if bound is None and ReferenceFormula(instance.problem).omitted:
                    all_known = chain(error.solutions, filter(None, known))
                    if found := checked_elsewhere(instance.problem, all_known, seconds or inf):
                        line(f"{instance.name}: {found}")
                        continue
                refused = isinstance(error, RefusedProofError)
                line(f"{instance.name}: {'REFUSED' if refused else 'not certified'}: {error}")
                kept.fail(instance.name, instance.problem, chosen, error)
                found_wrong = True
                continue
            kept.keep(instance.name, made.certificate)
            line(f"{instance.name}: {made}")
            verdict = judge(instance.problem, (), made.certificate, check=already_accepted)
            for surprise in contradictions(instance.problem, instance.expected, verdict):
                line(f"CONTRADICTED {surprise}")
                found_wrong = True
    if there:
        note(f"{counted(there, 'certificate')} stood there already, and {_was(there)} accepted")
    unreadable.end(FINDING if found_wrong else 0)


def _bound(problem: Problem, numbers: tuple[int, ...] | None) -> Value | None:
    """The value of the problem's objective that these numbers are."""
    is_one = numbers and len(numbers) == 1 and problem.goal and problem.goal.measure != "lex"
    return numbers[0] if numbers and is_one else numbers


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _certifier(seconds: float | None, opened: ExitStack) -> "Callable[..., Certified]":
    """The function that certifies: in this process, or in another one under a time limit."""
    from accord.bench.certify.certify import certify
    from accord.bench.certify.limited import LimitedCertifier

    if seconds is None:
        return certify
    return opened.enter_context(LimitedCertifier(seconds)).certify


def _campaign(puzzle: str | None, file: str | None) -> Path | None:
    """The folder of a campaign, if that is what is named."""
    named = file is None and puzzle and puzzle != "-" and len(puzzle) < 256
    return Path(puzzle) if named and puzzle and Path(puzzle).is_dir() else None


def _store(
    output: Path | None, campaign: Path | None, *, cnf: bool, recheck: bool
) -> "CertificateStore":
    """Where certificates go.

    Raises:
        UsageError: an option makes no sense there.
    """
    from accord.bench.certify.certificate_store import CertificateFile, CertificateFolders, Nowhere
    from accord.puzzles.proofs.certificate_file import CERTIFICATES

    in_folders = output is not None and output.suffix != ".jsonl"
    if cnf and not in_folders:
        raise click.UsageError("found --cnf, expected -o DIR with it")
    if output is not None and in_folders:
        if recheck:
            raise click.UsageError("found --recheck with a folder, expected a file of certificates")
        if output.is_file():
            raise click.UsageError(f"-o {output}: found a file, expected a folder or FILE.jsonl")
        return CertificateFolders(output, formula=cnf)
    if output is None and campaign is None:
        if recheck:
            raise click.UsageError("found --recheck, expected a campaign or -o FILE.jsonl with it")
        return Nowhere()
    return CertificateFile(output or Path(campaign or "", CERTIFICATES), recheck=recheck)


def _place_of_false(output: Path | None, name: str) -> Path:
    """The path at which a false certificate is kept."""
    if output is None or output.suffix == ".jsonl":
        return Path(f"false-{folder_of(name)}")
    return output / folder_of(name)


def _named_instances(
    puzzle: str | None, file: str | None, variant: Variant, unreadable: Unreadable
) -> Iterator[Instance]:
    """The puzzles that are named; those of a campaign where it is a folder."""
    if campaign := _campaign(puzzle, file):
        from accord.bench.certify.certificates import campaign_puzzles

        return campaign_puzzles(campaign)
    return instances(puzzle, file, variant, unreadable)


@contextmanager
def keeping(folder: Path) -> Iterator[None]:
    """A false certificate in here is kept in this folder, and ends the command with 70."""
    try:
        yield
    except FalseTheoremError as error:
        write_certificate(error.certificate, folder, formula=True)
        raise Ending(FALSE_THEOREM, f"{error}: {folder}") from None
