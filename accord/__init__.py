"""Many solvers, one puzzle, one verdict.

    >>> import accord
    >>> puzzle = accord.puzzle("1... ..2. .3.. ...4")  # doctest: +SKIP
    >>> print(accord.solve(puzzle, "cpsat").solutions[0])  # doctest: +SKIP
    1243342143122134
    >>> print(accord.check(puzzle))  # doctest: +SKIP
    unique (certified)

These functions are what a program needs.  `texts` takes what they are given, `batches` reads many
puzzles, `results` shows what a campaign has found, and cli/ is the command line on the same floors
below: puzzles, encodings, solvers, bench, views.  Read this file first, then cli/.

Importing accord loads next to nothing: what a function needs is imported when it is first called,
and what stands in another module when it is first asked for.
"""

from __future__ import annotations

import sys as _sys
from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import TYPE_CHECKING, Any

from accord.texts import as_text as _as_text
from accord.texts import plain as _plain
from accord.texts import problem_of as _problem_of
from accord.texts import several as _several

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Literal

    import pandas
    from numpy.typing import NDArray

    from accord import constraints
    from accord.bench.analysis.ladder import Ladder
    from accord.bench.analysis.recorded_hardness import Ranking
    from accord.bench.judge.judge import Verdict
    from accord.bench.make.patterns import Symmetry
    from accord.bench.make.rating import Difficulty
    from accord.puzzles.constraints.constraint import Constraint
    from accord.puzzles.grid import Grid
    from accord.puzzles.objective import Value
    from accord.puzzles.problem import Problem
    from accord.puzzles.proofs.certificate import Certificate
    from accord.puzzles.puzzle import Instance, Puzzle
    from accord.puzzles.sudoku.shape import MalformedPuzzleError
    from accord.results import figures, report, scores, stats, table
    from accord.solvers.answer import Answer
    from accord.solvers.backend import Backend
    from accord.solvers.interface import Answers
    from accord.solvers.logic.engine.deduction import Tier
    from accord.solvers.logic.engine.explanation import Explanation
    from accord.solvers.logic.engine.hints import Hint
    from accord.solvers.search.propagators.posts import FilterName
    from accord.solvers.traces.events import Recording

    Readable = (
        Problem
        | Instance
        | str
        | PathLike[str]
        | Mapping[str, Any]
        | Sequence[int]
        | Sequence[Sequence[int]]
    )
    Solver = str | Callable[..., Any]
    Asked = int | Literal["usual"] | None  # solutions; None for all

__all__ = ["Grid", "MalformedPuzzleError", "Problem", "Puzzle", "available", "certify", "check"]
__all__ += ["classics", "constraints", "decomposed", "draw", "explain", "figures", "film"]
__all__ += ["generate", "hint", "instances", "ladder", "load", "problem", "propagated", "puzzle"]
__all__ += ["rank", "report", "run"]
__all__ += ["scores", "solve", "solve_many", "solved", "stats", "table", "trace", "verify"]

_HOMES = {  # of what is imported when it is first asked for
    "Grid": "accord.puzzles.grid",
    "MalformedPuzzleError": "accord.puzzles.sudoku.shape",
    "Problem": "accord.puzzles.problem",
    "Puzzle": "accord.puzzles.puzzle",
    **dict.fromkeys(("figures", "report", "scores", "stats", "table"), "accord.results"),
}


def __getattr__(name: str) -> Any:
    if name in ("classics", "constraints", "puzzles"):
        return _import_module(f"accord.{name}")
    if name == "__version__":
        return _import_module("accord.puzzles.version").VERSION
    if name in _HOMES:
        return getattr(_import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'accord' has no attribute {name!r}")


def __dir__() -> list[str]:
    hidden = [name for name in globals() if name.startswith("_")]
    return sorted({*hidden, "__version__", *__all__})


def puzzle(
    text: Readable,
    *,
    box: tuple[int, int] | None = None,
    rules: Iterable[str] = (),
    regions: str | Sequence[int] | None = None,
    digits: str | None = None,
) -> Puzzle:
    """A puzzle from text in any format, a file, a mapping, or a nested or flat list of integers.

    >>> accord.puzzle("1... ..2. .3.. ...4").size
    4
    >>> accord.puzzle([[1, 0], [0, 0]], rules=["latin"]).domains[1] == {1, 2}
    True

    Args:
        text: what to read: text, the path of a file of one puzzle, COLLECTION/NAME, what
            `json.loads` gives, n lists of n integers or one of n*n; a Puzzle is returned as it is,
            that of an Instance too.
        box: rows and columns of a box; by default the squarest, no more rows than columns.
        rules: any of diagonals, windoku, latin.
        regions: for each cell a symbol or number for its jigsaw region.
        digits: the first and the last character of the values, as 0-F or A-P; by default found by
            what the text shows.

    Raises:
        MalformedPuzzleError: with the place, what was found and what was expected.
    """
    from accord.puzzles.formats.draft import Variant
    from accord.puzzles.puzzle import expect_puzzle

    return expect_puzzle(_problem_of(text, Variant(box, frozenset(rules), regions, digits)))


def problem(text: Readable, *, show: Any = None) -> Problem:
    """A problem from JSON, a file or a model, or a puzzle from anything that `puzzle` reads.

    >>> said = {"variables": {"x": [1, 2], "y": [1, 2]}, "constraints": [
    ...     {"kind": "all-different", "scope": ["x", "y"]}]}
    >>> accord.solve(accord.problem(said), limit=None).solutions
    ((1, 2), (2, 1))

    Args:
        text: what to read: JSON as text or as `json.loads` gives it; the path of a file of one
            problem, also of XCSP3, or of a program that makes a model; a `Model` of CPMpy, a list
            of its expressions, or a `Problem` of python-constraint; a Problem is returned as it is,
            that of an Instance too.
        show: arrays and variables of a model of CPMpy, by whose values solutions are counted; by
            default all that its constraints name.

    Raises:
        MalformedPuzzleError: with the place, what was found and what was expected.
        UnreadableModelError, MalformedProblemError: a model says what accord has no meaning for;
            by its text.
    """
    return _problem_of(text, show=show)


def solve(
    text: Readable,
    solver: Solver = "backtracking-mrv",
    limit: Asked = "usual",
    seconds: float | None = None,
) -> Answer:
    """The answer of one solver, in this process.

    The time limit is best effort here: a library that cannot be interrupted overruns
    it. `check` and `run` keep their limits from outside.  The solver gets a copy of the puzzle, so
    that nothing it does with that object changes yours, or what its grids are verified against.

    >>> answer = accord.solve("..1..3........32", limit=2)
    >>> len(answer.solutions), answer.exhausted, answer.counters["nodes"]
    (1, True, 1)

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        solver: `NAME[:SETTINGS]`, `PLACE:OBJECT[:SETTINGS]`, or a function.
        limit: 1 finds a solution, 2 decides uniqueness, None finds all, and each ignores an
            objective; by default 1, or where there is an objective the best.
        seconds: how long the solver may work.

    Raises:
        UnknownSolverError, SettingError, MissingBackendError, UnsupportedError: it cannot be asked.
        LimitError: a limit makes no sense.
        WrongAnswerError: a grid is no solution, or is there twice, or no better than the last.
    """
    from accord.encodings.model import UnsupportedError
    from accord.solvers import answer, budget, registry

    chosen = registry.usable(solver)
    instance, number = _asked(text, limit)
    asked = budget.expect_limit(number), budget.seconds_or_none(seconds)
    backend = chosen.backend
    if backend.compiled and backend.prepare is not None and not backend.refusal(instance):
        backend.prepare(instance, **chosen.settings)  # before the clock starts
    try:
        return answer.verified_answer(chosen, instance, *asked)
    except UnsupportedError as error:
        raise UnsupportedError(f"{chosen.name}: {error}") from None


def trace(
    text: Readable,
    solver: Solver = "backtracking-mrv",
    limit: Asked = "usual",
    seconds: float | None = None,
    events: int = 200_000,
) -> Recording:
    """The steps of one solver, with the reason of each step, in this process.

    >>> recording = accord.trace("..1..3........32", "backtracking-mrv")
    >>> recording.counts
    {'assign': 12, 'remove': 36, 'solution': 1}

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        solver: `NAME[:SETTINGS]` of one that writes traces.
        limit: as of `solve`.
        seconds: how long the solver may work; best effort.
        events: how many are kept, the first ones; the others are counted.

    Raises:
        UnknownSolverError, SettingError, MissingBackendError: it cannot be asked.
        LimitError: a limit makes no sense.
        UnsupportedError: it writes no trace, or cannot be asked this puzzle.
    """
    from accord.solvers.budget import expect_limit, seconds_or_none
    from accord.solvers.registry import usable
    from accord.solvers.traces.record import record

    instance, number = _asked(text, limit)
    asked = expect_limit(number), seconds_or_none(seconds)
    return record(usable(solver), instance, *asked, events)


def _asked(text: Readable, limit: Asked) -> tuple[Problem, int | None]:
    """A problem and how many solutions are asked for; any number ignores its objective."""
    if limit == "usual":
        return problem(text), 1
    return problem(text).without_objective(), limit


def solve_many(
    puzzles: Iterable[Readable] | NDArray[Any] | str | PathLike[str],
    solver: Solver = "backtracking-kernel",
    limit: int | None = 2,
    threads: int = 1,
    *,
    box: tuple[int, int] | None = None,
    rules: Iterable[str] = (),
    regions: str | Sequence[int] | None = None,
) -> Answers:
    """The answers of one solver about many puzzles of one size, in this process.

    The default solver and others that take arrays spend some microseconds on a puzzle; beside
    that, reading and verifying take 0.3 where there are many, and 23 where there is one. Any other
    solver is asked one puzzle after the other.

    >>> answers = accord.solve_many(["..1..3........32", "..343412..434321"], "backtracking-mrv")
    >>> [int(count) for count in answers.counts]
    [1, 2]

    Args:
        puzzles: puzzles as `puzzle` reads them; an array of N x cells integers, 0 for a blank; or
            a file or the name of a collection.
        solver: `NAME[:SETTINGS]`, `PLACE:OBJECT[:SETTINGS]`, or a function.
        limit: 1 finds a solution, 2 decides uniqueness, None counts all.
        threads: how many may work at a time, of a solver that takes arrays.
        box: as for `puzzle`, of each puzzle that is no Puzzle; as the others.
        rules: as for `puzzle`.
        regions: as for `puzzle`.

    Returns:
        The arrays `solutions` (N x cells uint8: the first one found of each puzzle, zeros where
        there is none; each is verified), `counts` (N: solutions found; below the limit the solver
        claims that there are no more) and `guesses` (N; -1 where it does not count them).

    Raises:
        UnknownSolverError, SettingError, MissingBackendError, UnsupportedError: it cannot be asked.
        LimitError: a limit makes no sense.
        MalformedPuzzleError: one is no puzzle, or of another size; names it by number or line.
        WrongAnswerError: a grid is no solution; names the puzzle by its number, from one.
        GaveUpError: the solver stopped without a proof; names the puzzle.
    """
    from accord import batches
    from accord.puzzles.formats import draft
    from accord.solvers import ask_many, registry

    chosen = registry.usable(solver)
    variant = draft.Variant(box, frozenset(rules), regions)
    return ask_many.ask_many(chosen, batches.parts_of(puzzles, variant), limit, threads)


def solved(board: Sequence[Sequence[int]]) -> list[list[int]] | None:
    """The board filled in, or None when it is proved that it cannot be.

    >>> accord.solved([[1, 2, 0, 4], [3, 4, 0, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]

    Args:
        board: a nested list, 0 for a blank; it is not changed.

    Raises:
        MalformedPuzzleError: it is no board.
    """
    answer = solve(board)
    if answer.solutions:
        return [list(row) for row in answer.grids[0].rows]
    if not answer.exhausted:
        raise RuntimeError(f"no answer: {answer.reason}")
    return None


def check(
    text: Readable,
    solvers: Solver | Sequence[Solver] = (),
    limit: Asked = "usual",
    seconds: float = 10.0,
    *,
    certify: bool = True,
    wait: bool = False,
) -> Verdict:
    """The verdict of several solvers on a puzzle or another problem, each in a process of its own.

    Its `grade` is that of the answer; how sure it is that there are no solutions but the `count`
    that was verified, `count_grade` says.

    >>> print(accord.check("..343412..434321", ["backtracking-mrv", "dancing-links"]))
    multiple (certified: 2 solvers, 2 engines)

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        solvers: one or several, names or functions; by default every one that is available.
        limit: solutions asked for, whatever the objective; None for all; by default 2 of a puzzle,
            1 of any other problem, and of one with an objective the best.
        seconds: wall time limit of each solver.
        certify: whether it is proved that there are no other solutions, where that is cheap.
        wait: whether each solver gets all of its time, also when the verdict is certified.

    Raises:
        UnknownSolverError: there is no such solver, or a function cannot be asked in another
            process; says why.
        FalseTheoremError: an accepted certificate lacks a verified solution: accord is wrong.
    """
    from tempfile import TemporaryDirectory

    from accord.bench.run.check import Conduct
    from accord.bench.run.check import check as check_puzzle
    from accord.bench.run.terms import Limits, Terms
    from accord.solvers.functions import names_of

    with TemporaryDirectory(prefix="accord-") as folder:
        names = names_of(solvers, _Path(folder))
        conduct = Conduct("cheap" if certify else "never", wait)
        terms = Terms(Limits(seconds), limit)
        return check_puzzle(_asked(text, limit)[0], names, terms, conduct=conduct)


def certify(
    text: Readable, producer: str = "", at_most: int = 1000, bound: Value | None = None
) -> Certificate:
    """The certificate of a puzzle or another problem: all its solutions, and a proof that is all.

    Of a problem with an objective: the best one, and a proof that none is better.

    It was checked; `certificate.check()` does it again, and
    `accord.puzzles.proofs.certificate_folder` writes and reads it.

    >>> certificate = accord.certify("..1..3........32")
    >>> certificate.answer
    'unique'

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        producer: who makes the proof; by default the first that is installed.
        at_most: solutions; of a problem with an objective those that the producer finds, each
            better than the last.
        bound: only that no solution is better than this value is proved.

    Raises:
        UncertifiedError: there are more solutions, or the proof is refused, or a solution is better
            than the bound.
        MissingBackendError, UnsupportedError: the producer is not there, or nobody takes the
            problem.
        HasNoObjectiveError: there is a bound and no objective.
    """
    from accord.bench.certify.certify import certify as certify_problem

    return certify_problem(problem(text), producer, at_most, bound=bound).certificate


def verify(
    text: Readable, grid: str | Sequence[int] | Sequence[Sequence[int]] | Mapping[str, Any]
) -> list[str]:
    """The rules that a grid breaks as a solution of the puzzle, by name; empty when it is one.

    >>> accord.verify("12.43..221.34..1", "1234341221434322")[0]
    'r4c4 holds 2, but 1 is given'

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        grid: of a puzzle, as `puzzle` reads it; of another problem its values, in the order of the
            variables or by their names, an array as an array.  Those of the shown variables are
            enough: a solver looks for the others.  Of a model in MiniZinc also data in .dzn or
            JSON, or what MiniZinc has printed.
    """
    from json import dumps

    from accord.puzzles import puzzle
    from accord.puzzles.files import assignment, texts
    from accord.puzzles.models import minizinc_answer, minizinc_source

    asked = problem(text)
    if isinstance(asked, puzzle.Puzzle):
        return list(asked.violations(texts.read_grid(_as_text(grid), asked.size)))
    if minizinc_source.MiniZincModel.of(asked) is not None:
        said = dumps(grid) if isinstance(grid, dict) else grid
        if isinstance(said, str) and minizinc_answer.speaks_minizinc(said):
            from accord.bench.reasons import minizinc_answers

            return minizinc_answers.broken_by(said, asked)[0]
    claimed = assignment.read_claim(_plain(grid), asked)
    if len(claimed) < len(asked.domains):
        from accord.bench.reasons import broken
        from accord.solvers import deciding

        if (whole := deciding.completed(asked, claimed)) is None:
            return list(broken.broken(asked, claimed))
        claimed = whole
    return list(asked.violations(claimed))


def propagated(text: Readable, filter: FilterName = "gac") -> tuple[frozenset[int], ...]:
    """The domains that the propagators of `backtracking-mrv` leave, before anything is guessed.

    >>> different = accord.constraints.AllDifferent((0, 1, 2))
    >>> three = accord.Problem([{1, 2}, {1, 2}, {1, 2, 3}], [different])
    >>> [sorted(domain) for domain in accord.propagated(three)]
    [[1, 2], [1, 2], [3]]

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        filter: what is concluded, weakest first: check, forward, singles, hidden, pairs, gac.

    Returns:
        The values of each variable, in their order; all are empty where it finds a conflict.

    Raises:
        SettingError: there is no such filter.
        UnsupportedError: a domain has more than 100,000 values.
    """
    from accord.solvers.registry import registered
    from accord.solvers.search.backtracking_mrv import propagated as root

    registered(f"backtracking-mrv:filter={filter}")  # refuses what is no filter
    return root(problem(text), filter).domains


def decomposed(text: Readable, *kinds: type[Constraint]) -> Problem:
    """The problem in which each constraint of these kinds is its decomposition.

    Solutions correspond one to one: each of the new problem begins with one of this problem, and
    goes on with the values of fresh variables, which are called `fresh 1`, `fresh 2` and so on.

    >>> different = accord.constraints.AllDifferent
    >>> square = accord.Problem([range(4)] * 4, [different((0, 1, 2, 3))])
    >>> len(square.constraints), len(accord.decomposed(square, different).constraints)
    (1, 6)

    Args:
        text: a problem of any kinds, or anything `problem` reads; a puzzle becomes a problem.
        kinds: classes of `accord.constraints`; other constraints stay.

    Raises:
        TypeError: one is no class of constraints.
        TooLargeError: a decomposition would be larger than 100,000 parts.
    """
    from accord.puzzles.derived_problems import decomposed as by_kinds

    return by_kinds(problem(text), *kinds)


def draw(
    text: Readable,
    values: Sequence[int] | None = None,
    candidates: Sequence[Collection[int]] | None = None,
    *,
    removed: Collection[tuple[int, int]] = (),
    shaded: Collection[int] = (),
    reason: Mapping[str, Any] | None = None,
    title: str = "",
) -> str:
    """A puzzle or another problem as a drawing in SVG, in the colour of the text around it.

    >>> accord.draw("..1..3........32")[:4]
    '<svg'

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        values: one for each variable, such as a solution; of a puzzle 0 where a cell is open. By
            default what the domains leave no choice about.
        candidates: of each cell of a puzzle, to be drawn where it is open.
        removed: of these the pairs of cell and value that are crossed out.
        shaded: variables to point out.
        reason: of an event of a trace of a puzzle, to be drawn on its candidates.
        title: what it shows, for those who cannot see it.

    Raises:
        ValueError: there are not as many values as variables.
    """
    from functools import partial

    from accord.puzzles.grid import Grid
    from accord.puzzles.puzzle import Puzzle
    from accord.views.boards import problems, svg

    asked, colours = problem(text), svg.PAGE
    if not isinstance(asked, Puzzle):
        return problems.problem_svg(asked, values, changed=shaded, title=title, colours=colours)
    grid = None if values is None else Grid(values)
    domains = None if candidates is None else [frozenset(each) for each in candidates]
    look = "plain" if domains is None else "candidates"
    marked = partial(svg.board, reason=reason, removed=removed, cells=shaded)
    return marked(asked, grid, domains, look, title=title, colours=colours)


def film(*recordings: Recording) -> str:
    """Traces as a page in HTML that plays them on one clock.

    >>> page = accord.film(accord.trace("..1..3........32"))  # to be written to a file, film.html
    >>> page[:15]
    '<!DOCTYPE html>'

    Args:
        recordings: what `trace` returned, at least one.

    Raises:
        ValueError: there is none.
        TooManyValuesError: a problem has more values than a page can show.
    """
    from accord.views.player.page import page

    return page(recordings)


def ladder(text: Readable, only: Collection[str] = ()) -> Ladder:
    """One problem in model after model, each with its size, what it concludes, and a search on it.

    Each search runs in a process of its own for at most 10 s, and is asked for two solutions.

    >>> for rung in accord.ladder("..1..3........32", only=["search"]).rungs:
    ...     print(rung.model, rung.size.constraints, rung.nodes)
    x != y, forward checking 56 13
    x != y, arc consistent 56 1
    + a place for each value 104 1
    AllDifferent 12 1

    Args:
        text: a puzzle or another problem, or anything `problem` reads.
        only: groups of models, such as search, cp-sat, clauses; by default all.

    Raises:
        KeyError: there is no such group of models of it.
    """
    from accord.bench.analysis.ladder import ladder as climbed

    return climbed(problem(text), only=only)


def explain(text: Readable, tier: Tier = "extreme") -> Explanation:
    """The way to the solution by logic alone, one deduction at a time.

    An exact solver is asked first for the number of solutions: techniques that assume a unique
    one are used only if it is, and every deduction is checked against it.

    >>> explanation = accord.explain("4...1.....1...2.")
    >>> explanation.solved, explanation.difficulty, explanation.steps[0].sentence
    (True, 'easy', 'Prune candidates: r1c1 holds 4, so no cell that sees it does')

    Args:
        text: a puzzle, or anything `puzzle` reads; candidates count.
        tier: the hardest techniques that may be used.

    Raises:
        WrongDeductionError: a technique contradicts the solution.
        UnsupportedError: a constraint is no AllDifferent, sum or order; says of which kind it is.
    """
    from accord.solvers.deciding import first_two
    from accord.solvers.logic.engine import explanation
    from accord.solvers.logic.engine.layout import layout

    asked = puzzle(text)
    layout(asked.shape)  # refuses what techniques do not know, before a solver is asked
    return explanation.explain(asked, first_two(asked), tier)


def hint(text: Readable, filled: Readable | None = None, *, tier: Tier = "extreme") -> Hint:
    """The next deduction on a puzzle, or what is wrong with what was filled in.

    An exact solver is asked for the solutions, which are verified.

    >>> accord.hint("4...1.....1...2.").next.sentence
    'Naked single: 3 is the only candidate of r1c3'

    Args:
        text: the puzzle as its author printed it, or anything `puzzle` reads; candidates count.
        filled: the same as far as it is filled in; givens may be left out.
        tier: the hardest techniques that may be used.

    Raises:
        MalformedPuzzleError: `filled` is another puzzle.
        WrongDeductionError: a technique contradicts the solution.
        UnsupportedError: a constraint is no AllDifferent, sum or order; says of which kind it is.
    """
    from accord.solvers.deciding import first_two
    from accord.solvers.logic.engine import hints
    from accord.solvers.logic.engine.layout import layout

    asked = puzzle(text)
    layout(asked.shape)
    begun = None
    if filled is not None:
        begun = puzzle(filled, box=asked.box, rules=asked.rules, regions=asked.regions)
    return hints.hint(asked, first_two(asked), begun, tier)


def rank(text: Readable) -> Ranking:
    """The hardness of a puzzle by technique, by searches and by proof, with its rank by each.

    Each is measured on five isomorphs, and compared with the puzzles of the same size that ship.

    >>> accord.rank("..1..3........32").ranks["proof"]
    Rank(easier=0, alike=20, among=20)

    Args:
        text: a puzzle, or anything `puzzle` reads.

    Raises:
        MalformedPuzzleError: the puzzle has no solution, or several.
    """
    from accord.bench.analysis.hardness import hardness
    from accord.bench.analysis.recorded_hardness import ranking

    return ranking(hardness("puzzle", puzzle(text)))


def generate(
    size: int = 9,
    *,
    box: tuple[int, int] | None = None,
    rules: Iterable[str] = (),
    regions: str | Sequence[int] | None = None,
    symmetry: Symmetry = "none",
    minimal: bool = False,
    difficulty: Difficulty | None = None,
    clues: int | None = None,
    climb: int = 0,
    count: int = 1,
    seed: int = 0,
) -> Iterator[Puzzle]:
    """Puzzles with one solution, made to order, the same for a seed everywhere.

    >>> [str(each) for each in accord.generate(4, count=2, seed=1)]
    ['4...1.....1...2.', '.2.3....1.....4.']

    Args:
        size: n, at most 36.
        box: rows and columns of a box; by default the squarest.
        rules: any of diagonals, windoku, latin, and jigsaw, which draws regions for each puzzle.
        regions: for each cell a symbol or number for its jigsaw region.
        symmetry: of the pattern of givens: none, rotational, diagonal, mirror, full.
        minimal: not one given can be spared.
        difficulty: easy, medium, hard or extreme, by the techniques that are needed.
        clues: how many givens, exactly.
        climb: steps towards puzzles that need many guesses; 200 take some 20 seconds at 9x9.
        count: how many puzzles.
        seed: 0 or more.

    Raises:
        MalformedPuzzleError: no puzzle can be so.
        OutOfAttemptsError, NoGridError: none was found.
    """
    from accord.bench.make.generated import puzzles
    from accord.bench.make.recipe import Recipe
    from accord.puzzles.formats.draft import Draft, Variant

    named = frozenset(rules)
    jigsaw = Variant(regions=regions).puzzle(Draft([0] * size * size)) if regions else None
    recipe = Recipe(
        size,
        box,
        named - {"jigsaw"},
        jigsaw.regions if jigsaw else None,
        jigsaw="jigsaw" in named,
        symmetry=symmetry,
        minimal=minimal,
        difficulty=difficulty,
        clues=clues,
        climb=climb,
    )
    return (made.puzzle for made in puzzles(recipe, seed, count))


def run(
    folder: str | PathLike[str],
    puzzles: Readable | Iterable[Readable] | Mapping[str, Readable],
    solvers: Solver | Sequence[Solver] = (),
    *,
    limit: Asked = "usual",
    seconds: float = 10.0,
    memory: int | None = None,
    repeat: int = 1,
    isomorphs: int = 0,
    seed: int = 0,
    jobs: int = 1,
    engine: Literal["local", "dask"] = "local",
    scheduler: str = "",
    stale: bool = False,
    noisy: bool = False,
) -> pandas.DataFrame:
    """A campaign: every solver on every puzzle, resumed where the folder has some of it.

    >>> rows = accord.run("mine", ["12.43..221.34..1"], ["backtracking-mrv", "dancing-links"])
    >>> [*rows.category]
    ['correct', 'correct']

    Args:
        folder: where its results are kept.
        puzzles: the name of a collection, a file or a folder of puzzles; or one puzzle as `problem`
            reads it, or several, by their names where it is a mapping.
        solvers: one or several, names or functions; by default every one that is available. A
            function that has no file of its own is written into the folder.
        limit: solutions asked for, whatever the objective; None for all; by default 2 of a puzzle,
            1 of any other problem, and of one with an objective the best.
        seconds: wall time limit of each run.
        memory: bytes, resident, each run may use; None for no limit.
        repeat: how often each question is asked.
        isomorphs: of each puzzle, forms of it under random symmetries, that are asked besides it.
        seed: draws the order of the runs, and the isomorphs.
        jobs: how many runs go on at a time.
        engine: what makes the runs; dask starts processes that import the calling script, which has
            to call this under `if __name__ == "__main__"`.
        scheduler: of Dask, `HOST:PORT`, whose workers make the runs, as many at a time as they have
            slots.
        stale: run again what a solver has run with other code than it has now.
        noisy: ask questions again, of all solvers and at most twice, while one of these has only
            runs on them that other processes disturbed.

    Returns:
        The rows, as `load` gives them.

    Raises:
        InputError: the folder holds something else and no campaign, or cannot be asked this.
    """
    from accord.bench.campaigns.campaign import run_campaign
    from accord.bench.campaigns.folder import OWN
    from accord.bench.campaigns.plan import CampaignQuestion
    from accord.bench.make.instances.collection import instances_of
    from accord.bench.run.terms import Limits, Terms
    from accord.puzzles.files.outside_file import expect_own
    from accord.solvers.functions import names_of
    from accord.solvers.registry import available as available_backends

    expect_own(_Path(folder), *OWN, "solvers/*.py")  # of functions, before a campaign began
    given = _several(puzzles)
    named = given if isinstance(given, str) else ""
    question = CampaignQuestion(
        named or _Path(folder).name,
        names_of(solvers, _Path(folder) / "solvers") or tuple(available_backends()),
        Terms(Limits(seconds, memory), limit),
        repeat=repeat,
        isomorphs=isomorphs,
        seed=seed,
    )
    run_campaign(
        _Path(folder),
        instances_of(named) if named else _named(given, _Path(folder).name),
        question,
        slots=jobs,
        scheduler=scheduler if engine == "dask" else None,
        stale=stale,
        noisy=noisy,
    )
    return load(folder)


def _named(puzzles: Any, name: str) -> Iterator[Instance]:
    """Instances with names, one after the other."""
    from dataclasses import replace

    from accord.puzzles.puzzle import Instance

    by_name = hasattr(puzzles, "items")
    for number, each in enumerate(puzzles.items() if by_name else puzzles, 1):
        called, given = each if by_name else (f"{name}#{number}", each)
        if isinstance(given, Instance):
            yield replace(given, name=str(called)) if by_name else given
        else:
            yield Instance(str(called), problem(given))


def load(folder: str | PathLike[str]) -> pandas.DataFrame:
    """The rows of a campaign, one per run, judged by all of them together.

    >>> rows = accord.load("mine")  # of the example of `run`
    >>> [*rows.status]
    ['SAT', 'SAT']

    Raises:
        CampaignError: there is no campaign in this folder.
    """
    from accord.bench.analysis.table import rows

    return rows(_Path(folder))


def instances(source: str | PathLike[str]) -> list[Instance]:
    """The puzzles of a collection that ships, or of a file, with their names and expectations.

    >>> first = accord.instances("4x4")[0]
    >>> first.name, str(first.problem), first.expected.count
    ('4x4-0', '.2....3.2..4.4..', 1)

    Raises:
        MalformedPuzzleError: there is neither, or a line cannot be read.
    """
    from accord.bench.make.instances.collection import instances_of

    return list(instances_of(str(source)))


def available() -> dict[str, Backend]:
    """The backends that can run here, by name.

    >>> accord.available()["dancing-links"].family
    'exact-cover'
    """
    from accord.solvers.registry import available as available_backends

    return available_backends()


if "IPython" in _sys.modules:
    from accord.views.notebook import register as _register

    _register()
