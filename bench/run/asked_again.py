"""A solver of MiniZinc asked about one solution: whether the model itself has it.

A claim that a model has no more solutions, or none better, may lack a solution that is verified on
what accord reads.  Then the solver is wrong, or the two compilations of the model differ.  Which of
them is asked of the solver: the solution, as data in MiniZinc's words, is given with the model.  If
it is found now, the solver is refuted by itself; if there is none, the compilations differ.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import Judgement, Verdict
from accord.bench.run.minizinc_printing import MiniZincPrinter
from accord.bench.run.report import Report
from accord.bench.run.terms import Question, Terms
from accord.puzzles.domain import Domain
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError

TRANSLATION = "the two compilations of the model differ"
UNKNOWN = "this claim counts for nothing"
Asking = Callable[[str, Question], Report]  # the solver with this label a question


def settled(
    verdict: Verdict, terms: Terms, ask: Asking, again: Callable[[Iterable[Claim]], Verdict]
) -> Verdict:
    """The verdict, once solvers whose claims are disputed were asked about what they lack.

    Args:
        verdict: on all claims.
        terms: of a question about one solution.
        ask: asks a solver.
        again: the verdict with further claims.
    """
    answers: dict[str, tuple[Claim | None, str]] = {}
    for judged in verdict.runs:
        if judged.disputed and judged.run.label not in answers:
            answers[judged.run.label] = _asked(verdict, judged, terms, ask)
    if not answers:
        return verdict
    verdict = again(claim for claim, _ in answers.values() if claim is not None)
    return replace(verdict, runs=tuple(_explained(each, answers) for each in verdict.runs))


def _explained(judged: Judgement, answers: dict[str, tuple[Claim | None, str]]) -> Judgement:
    if not judged.disputed:
        return judged
    _, said = answers.get(judged.run.label, (None, UNKNOWN))
    return replace(judged, disputed=tuple(f"{each}; {said}" for each in judged.disputed))


def _asked(
    verdict: Verdict, judged: Judgement, terms: Terms, ask: Asking
) -> tuple[Claim | None, str]:
    """What the solver has found of a solution that it lacks, if anything; and what it said."""
    problem, run = verdict.problem, judged.run
    listed = {*map(problem.projected, run.solutions)}
    lacking = (each for each in verdict.witnesses if problem.projected(each) not in listed)
    if (witness := next(lacking, None)) is None:
        return None, f"which solution it lacks is not known: {UNKNOWN}"
    try:
        question = Question(with_answer(problem, witness), replace(terms, limit=1, once=True))
    except MalformedPuzzleError as error:
        return None, f"it cannot be asked about that one alone ({error}): {UNKNOWN}"
    report = ask(run.label, question)
    if report.grids.valid:
        grids = Grids(problem)
        for each in report.grids.claimed["solutions"]:
            grids.add(problem.solution(each))
        claim = Claim(run.label, run.engine, run.model, None, **grids.claimed)
        return claim, f"asked about that one alone, it finds a worse value: {TRANSLATION}"
    if report.exhausted:
        return None, f"asked about that one alone, it finds none: {TRANSLATION}"
    why = report.reason or report.outcome
    return None, f"asked about that one alone, it has no answer ({why}): {UNKNOWN}"


def with_answer(problem: Problem, solution: Solution) -> Problem:
    """The problem of a MiniZinc model that gets the values of a solution as data.

    Raises:
        MalformedPuzzleError: MiniZinc cannot print it as such.
    """
    printed = MiniZincPrinter(problem, "dzn").text(solution)
    model = MiniZincModel.of(problem)
    assert model is not None
    own, rest = model.texts[: 1 + model.data], model.texts[1 + model.data :]
    answer = ("answer.accord.dzn", printed.partition("\n----------")[0] + "\n")
    domains = [Domain.of(each) for each in problem.domains]
    for variable in problem.shown:
        domains[variable] = Domain.of([solution[variable]])
    parts = problem.constraints, problem.names, None, problem.objective, problem.symbols
    fixed = Problem(domains, *parts, shown=problem.shown)
    return replace(model, texts=(*own, answer, *rest), data=model.data + 1).attach(fixed)
