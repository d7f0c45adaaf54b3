"""What a collection expects of a puzzle, held against the evidence.

A published answer is a claim like any other: it is reported when the evidence contradicts it, and
is itself no evidence.  (The program that gave the collection `seeds` its naive solver printed an
answer that is no solution of its puzzle.)
"""

from collections.abc import Iterator

from accord.bench.judge.judge import Verdict
from accord.puzzles.phrasing import counted, plural
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected


def contradictions(problem: Problem, expected: Expected | None, verdict: Verdict) -> Iterator[str]:
    """Sentences on what a collection expects of a puzzle and the evidence contradicts."""
    if expected is None:
        return
    complete = verdict.exhausted and verdict.count == len(verdict.witnesses)  # all are listed
    if expected.solution is not None:
        published = problem.shown(expected.solution)
        broken = list(problem.violations(expected.solution))
        if broken:
            yield f"the published solution {published} is none: {'; '.join(broken[:3])}"
        elif complete and expected.solution not in verdict.witnesses:
            yield f"the published {published} is a solution, but no solver found it"
    least = expected.count if expected.count is not None else expected.at_least
    if least is not None and verdict.exhausted and verdict.count < least:
        several = (
            f"{verdict.count:,} were verified, and that there are no others is "
            f"{verdict.count_grade}"
        )
        found = several if verdict.count > 1 else f"the verdict is {verdict}"
        yield f"{_published(least)}, but {found}"
    if expected.count is not None and verdict.count > expected.count:
        verified = f"{verdict.count} {plural(verdict.count, 'was', 'were')} verified"
        yield f"{_published(expected.count)}, but {verified}"


def _published(count: int) -> str:
    return f"published {plural(count, 'is', 'are')} {counted(count, 'solution')}"
