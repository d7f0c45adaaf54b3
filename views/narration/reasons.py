"""Reasons in words: what clashes, where solutions differ, and why a value is the only one.

In: what `accord.bench.reasons` finds.  Out: lines of at most 80 characters, and the same for
programs.  A part is called as people call it: r1c3 = 5, column 3, cage a: r1c1 + r1c2 = 5.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from accord.bench.reasons.ambiguity import Ambiguity, is_deadly, is_rectangle
from accord.bench.reasons.clash import Clash
from accord.bench.reasons.fewest_clues import Clues
from accord.bench.reasons.forced import ForcedValue
from accord.bench.reasons.problem_parts import ProblemPart
from accord.bench.reasons.timed_solvers import NoSolution
from accord.puzzles import AllDifferent, Problem, Solution
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.table import Table
from accord.puzzles.outside_data import visible
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.proofs.certificate import Certificate
from accord.views.narration.constraint_words import in_words

WIDTH = 80
GLUE = "\0"  # a space at which no line is broken
MOST = 12  # values in a row
SHORT = 24  # characters of a part that stands in a row with others


def part_words(part: ProblemPart, problem: Problem) -> str:
    """The name of a part of a clash."""
    said = part.constraint
    if part.sort == "given":
        values = [problem.value_text(part.place, each) for each in _values(said)]
        name = problem.names[part.place]
        if len(values) == 1:
            return f"{name} = {values[0]}"
        return f"{name} is {listed(values, 'or')}" if values else f"{name} has no candidate"
    named = isinstance(said, AllDifferent) and said.name and _is_house(said, problem)
    return said.name if named else in_words(said, problem.names)


def _is_house(constraint: AllDifferent, problem: Problem) -> bool:
    """Whether a constraint has as many variables as they have values: a row, not a cage."""
    return len(constraint.scope) >= max(len(problem.domains[at]) for at in constraint.scope)


def _values(constraint: object) -> Sequence[int]:
    """The values that a given leaves to a cell; empty if it has no candidate."""
    if isinstance(constraint, Instantiation):
        return constraint.values
    assert isinstance(constraint, Table)
    return [entry for (entry,) in constraint.tuples if isinstance(entry, int)]


def parts_lines(
    parts: Sequence[ProblemPart], problem: Problem, indent: str = "  "
) -> Iterator[str]:
    """Parts, those with short names in rows, each other one in a line of its own."""
    words = [part_words(each, problem) for each in parts]
    short = [visible(each).replace(" ", GLUE) for each in words if len(each) <= SHORT]
    if short:
        row = listed(short) if len(short) == len(words) else ", ".join(short)
        yield from _filled(row, indent, indent)
    for each in words:
        if len(each) > SHORT:
            yield from _wrapped(each, indent, f"{indent}  ")


def _wrapped(text: str, indent: str = "", later: str | None = None) -> list[str]:
    """Lines, none of which begins with an equals sign."""
    glued = visible(text).replace(" = ", f"{GLUE}={GLUE}")
    return _filled(glued, indent, indent if later is None else later)


def _filled(glued: str, indent: str, later: str) -> list[str]:
    """Lines that are broken at spaces, and not at what glues words."""
    lines = wrap(
        glued,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=later,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [each.replace(GLUE, " ") for each in lines]


def grounds(none: NoSolution) -> str:
    """The evidence that there is no solution: a proof, or the solvers that claim it."""
    if none.certificate is None:
        return f"claimed by {none.claimed_by}; not certified: {none.why_not}"
    return f"certified, {counted(_length(none.certificate), 'line')} of proof"


def _length(certificate: Certificate) -> int:
    """Lines of the proof."""
    return certificate.proof.count(b"\n")


def clash_lines(found: Clash, number: int = 0) -> Iterator[str]:
    """Lines on the parts that clash, and on whether each is needed."""
    if not found.parts:
        empty = zip(found.problem.names, found.problem.domains, strict=True)
        names = listed(name for name, domain in empty if not domain)
        yield from _wrapped(f"no solution: {names} without a value ({grounds(found.none)})")
        return
    which = f"clash {number}" if number else "no solution: clash"
    yield from _wrapped(f"{which} of {counted(len(found.parts), 'part')} ({grounds(found.none)})")
    yield from parts_lines(found.parts, found.problem)
    yield from _wrapped(_needed(found))


def _needed(found: Clash, what: str = "there is a solution") -> str:
    """A sentence on whether each part is needed, and what there is without it."""
    if not found.undecided:
        which = "each" if len(found.parts) > 1 else "it"
        return f"{which} is needed: without it {what}, which was verified"
    number = len(found.undecided)
    if number == len(found.parts):
        return "it was not decided in time which of them are needed"
    names = listed((part_words(each, found.problem) for each in found.undecided), most=4)
    are = "it is" if number == 1 else "they are"
    shown = f"each other one is needed: without it {what}, which was verified"
    return f"of {names} it was not decided in time whether {are} needed; {shown}"


def unique_lines(problem: Problem, solution: Solution, only: NoSolution) -> Iterator[str]:
    """The solution, and that there is no other one."""
    yield from _wrapped(f"one solution: {problem.worded(problem.solution(solution))}", later="  ")
    yield from _wrapped(f"no other one ({grounds(only)})", later="  ")
    yield "why a cell has its value: --cell NAME=VALUE"


def best_lines(problem: Problem, solution: Solution, value: str) -> Iterator[str]:
    """The best solution with its value; what clashes where a better one is asked for follows."""
    best = problem.worded(problem.solution(solution))
    yield from _wrapped(f"optimum {value}: {best}", later="  ")
    yield "a better one is asked for:"


def ambiguity_lines(problem: Problem, found: Ambiguity) -> Iterator[str]:
    """Lines on where solutions differ, and the closest two."""
    number, cells = len(found.solutions), len(found.differing)
    what, by = _what(problem), listed(found.claimed_by)
    others = f"no others, claimed by {by}" if found.all_known else "maybe others"
    yield from _wrapped(f"several solutions: {number:,} verified, and {others}", later="  ")
    least, every = "" if found.complete else "at least ", len(problem.shown)
    which = f"{cells:,} of {counted(every, what)}: {_names(problem, found.differing)}"
    where = f"each of {counted(every, what)}" if cells == every else f"{least}{which}"
    only = f"; in no other, claimed by {by}" if by and not found.all_known and least == "" else ""
    yield from _wrapped(f"they differ in {where}{only}", later="  ")
    yield from _wrapped(_pattern(problem, found), later="  ")


def clues_lines(problem: Problem, clues: Clues | None) -> list[str]:
    """Lines on the givens that would make the problem unique."""
    return _wrapped(_clues_words(problem, clues), later="  ")


def _what(problem: Problem) -> str:
    what = "cell" if problem.layout and problem.layout.form == "grid" else "variable"
    return what if problem.shows_all else f"shown {what}"


def _names(problem: Problem, variables: Sequence[int]) -> str:
    return ", ".join(problem.names[each] for each in variables)


def _pattern(problem: Problem, found: Ambiguity) -> str:
    """The two solutions that differ least."""
    one, other = (
        " ".join(problem.value_text(at, solution[at]) for at in found.pattern)
        for solution in found.pair
    )
    called = ""
    if is_deadly(problem, found.pair):
        called = "; a deadly pattern, as no value outside of it tells the two apart"
        if is_rectangle(problem, found.pair):
            called += " (a unique rectangle)"
    are = "is" if len(found.pattern) == 1 else "are"
    return f"closest two: {_names(problem, found.pattern)} {are} {one} or {other}{called}"


def _clues_words(problem: Problem, clues: Clues | None) -> str:
    """Givens that would make the problem unique, in words."""
    if clues is None:
        return "the time was over before values were found that make it unique"
    given = listed(
        f"{problem.names[at]} = {problem.value_text(at, clues.solution[at])}"
        for at in clues.variables
    )
    number = len(clues.variables)
    makes = f"{given} make{'s' * (number == 1)} it unique ({grounds(clues.only)})"
    if not clues.is_fewest:
        return f"{makes}; at least {counted(clues.at_least, 'value')} {_are(clues.at_least)} needed"
    if number == 1:
        return makes
    by = grounds(clues.why) if clues.why else "claimed"
    of = f" of the {_what(problem)}s that differ" if clues.of_differing else ""
    return f"{makes}; fewer than {number} values{of} do not ({by})"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def early_lines(problem: Problem, found: ForcedValue) -> Iterator[str]:
    """Lines on parts that are known to be enough, before fewer are found."""
    assert found.whole is not None
    which = "each" if found.possible else "no"
    named = f"{problem.names[found.variable]} = {problem.value_text(found.variable, found.value)}"
    yield from _by_parts(problem, f"{named} in {which} solution", found.whole)
    yield "fewer parts are looked for"


def _by_parts(problem: Problem, says: str, found: Clash) -> Iterator[str]:
    """Lines on what parts say together, with the evidence."""
    number = counted(len(found.parts), "part")
    yield from _wrapped(f"{says}, by {number} ({grounds(found.none)})", later="  ")
    yield from parts_lines(found.parts, problem)


def forced_lines(problem: Problem, found: ForcedValue) -> Iterator[str]:
    """Lines on why a variable has its value, or has it not."""
    name = problem.names[found.variable]
    value = problem.value_text(found.variable, found.value)
    others = [each for each in found.possible if each != found.value]
    if found.is_only:
        says = f"{name} = {value} in each solution"
        if found.whole:
            yield from _by_parts(problem, says, found.whole)
            yield from _wrapped(_needed(found.whole, f"{name} may have another value"), later="  ")
            says = ""
    elif found.value in found.possible:
        texts = listed((problem.value_text(found.variable, each) for each in others), most=MOST)
        says = f"{name} = {value} is possible{f', and {name} = {texts} too' * bool(others)}"
    elif found.value in found.excluded:
        says = f"{name} = {value} in no solution"
    else:
        says = f"{name} = {value} is undecided"
    cannot = "it cannot be" if found.excluded else ""
    yield from _wrapped("; ".join(filter(None, (says, cannot))), later="  ")
    for each, clash in found.excluded.items():
        words = listed(part_words(part, problem) for part in clash.parts)
        text = f"{problem.value_text(found.variable, each)}: {words or 'the domains alone clash'}"
        doubt = "" if clash.none.certificate else f" ({grounds(clash.none)})"
        yield from _wrapped(f"{text}{doubt}", "  ", "     ")
        if clash.undecided:
            yield from _wrapped(_needed(clash), "     ")
    if found.undecided:
        texts = listed(
            (problem.value_text(found.variable, each) for each in found.undecided), most=MOST
        )
        more = f", and {counted(found.not_asked, 'value')} not asked" * bool(found.not_asked)
        yield from _wrapped(f"not decided in time: {texts}{more}", later="  ")


def clash_as_json(found: Clash) -> dict[str, Any]:
    """A clash for programs."""
    return {
        "parts": [
            {
                "sort": part.sort,
                "words": part_words(part, found.problem),
                "needed": _solution(found.problem, found.without.get(part)),
            }
            for part in found.parts
        ],
        **none_as_json(found.none),
    }


def none_as_json(none: NoSolution) -> dict[str, Any]:
    """The evidence that there is no solution, as an object for JSON."""
    if none.certificate is None:
        return {"certified": False, "claimed by": none.claimed_by, "not certified": none.why_not}
    return {"certified": True, "proof lines": _length(none.certificate)}


def _solution(problem: Problem, solution: Solution | None) -> dict[str, int] | None:
    return dict(zip(problem.names, solution, strict=True)) if solution is not None else None


def ambiguity_as_json(problem: Problem, found: Ambiguity, clues: Clues | None) -> dict[str, Any]:
    """The differences of solutions as an object for JSON."""
    record: dict[str, Any] = {
        "solutions": len(found.solutions),
        "all known": found.all_known,
        "claimed by": [*found.claimed_by],
        "differing": [problem.names[at] for at in found.differing],
        "differing complete": found.complete,
        "closest two": [_solution(problem, each) for each in found.pair],
        "pattern": [problem.names[at] for at in found.pattern],
        "deadly pattern": is_deadly(problem, found.pair),
        "clues": None,
    }
    if clues is not None:
        record["clues"] = {
            "values": {problem.names[at]: clues.solution[at] for at in clues.variables},
            "at least": clues.at_least,
            "fewest": clues.is_fewest,
            "unique": none_as_json(clues.only),
            "fewer do not": none_as_json(clues.why) if clues.why else None,
            "of those that differ": clues.of_differing,
        }
    return record


def forced_as_json(problem: Problem, found: ForcedValue) -> dict[str, Any]:
    """The reasons for a variable's value as an object for JSON."""
    return {
        "variable": problem.names[found.variable],
        "value": found.value,
        "only": found.is_only,
        "possible": {str(each): _solution(problem, it) for each, it in found.possible.items()},
        "excluded": {str(each): clash_as_json(clash) for each, clash in found.excluded.items()},
        "undecided": [*found.undecided],
        "not asked": found.not_asked,
        "no other": clash_as_json(found.whole) if found.whole else None,
    }
