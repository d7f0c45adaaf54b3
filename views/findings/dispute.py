"""A dispute in lines: what each solver claims, who is refuted by what, and the smallest problem."""

from collections.abc import Iterator
from pathlib import Path

from accord.bench.hunt.case_report import claims_in_words, minimality, ways_in_words
from accord.bench.hunt.dispute import Dispute
from accord.bench.hunt.settle import DisputeCase


def case_lines(case: DisputeCase, folder: Path | None) -> Iterator[str]:
    """A case in lines.

    Args:
        case: what was found.
        folder: where it was written; None if it was not.
    """
    yield from _claims(case.whole)
    outcome = case.whole.outcome
    if outcome == "agree":
        yield "they do not contradict each other"
    if outcome == "undecided":
        yield "undecided: nothing that was claimed is refuted, and not both have an answer"
    if case.smaller is not None and case.smaller.problem != case.whole.problem:
        yield ""
        yield f"smaller: {case.least.problem} (of {case.whole.problem})"
        yield from _claims(case.least)
    if case.smaller is not None:
        yield minimality(case)
    if case.whole.uncertified:
        yield f"not certified: {case.whole.uncertified}"
    for solver, output in case.scripts.items():
        alone = {True: "is not wrong", False: "is wrong as well", None: "fails"}
        yield f"without accord the library of {solver} {alone[output.as_expected]}"
    if folder is not None:
        yield f"written: {folder}"


def _claims(found: Dispute) -> Iterator[str]:
    """The claims of both solvers, and what refutes them."""
    width = max(map(len, found.solvers))
    for solver in found.solvers:
        yield f"{solver:{width}}  {claims_in_words(found, solver)}"
    for solver in found.refuted:
        for why in found.why(solver):
            yield f"REFUTED {solver} {why}"
    for solver in found.flaky:
        yield f"FLAKY {solver}: {ways_in_words(found, solver)}, it claims something else"
    if found.truth:
        yield f"verdict: {found.verdict.answer} (checked by {found.truth})"
    else:
        yield f"verdict: {found.verdict}"
