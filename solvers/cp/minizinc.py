"""MiniZinc: a model (encodings/problems/minizinc.py), flattened for a solver of FlatZinc.

The program `minizinc` turns a model into FlatZinc, flat constraints that the chosen solver supports
(Nethercote, Stuckey, Becket, Brand, Duck and Tack, CP 2007); the solver is a program of its own
and prints solutions as it finds them.  The two are run one after the other, so that flattening is
the phase `encode` and what the solver does is `search`:

    minizinc --solver gecode -c model.mzn --fzn flat.fzn
    fzn-gecode -n 2 -s flat.fzn

The line `==========` after a solution, or `=====UNSATISFIABLE=====` without one, is the solver's
proof; `=====UNKNOWN=====` or nothing is none, and whatever else it prints is an error.  Asked for n
solutions it stops after the n-th and prints neither.  The time is kept here, since the
solver's clock would also run while a grid is processed; the solver itself goes on then.

With `search` the model says which variable is next; it takes its least value, x = v and then
x != v.  Chuffed and CP-SAT learn all the same, and take no other order than the first.

    input-order    the first open one
    dom-w-deg      the fewest values for the failures of its constraints; Boussemart, Hemery,
                   Lecoutre and Sais, "Boosting systematic search by weighting constraints",
                   ECAI 2004
    activity       the fewest values for how often its domain changed of late; Michel and
                   Van Hentenryck, "Activity-based search for black-box constraint programming
                   solvers", CPAIOR 2012
    model          what the source of the problem proposes, in its words and Gecode's

With `posts=original` MiniZinc is asked the model itself that a problem was read from
(minizinc_original.py), and its solver does with the search that is proposed there what it does
unasked: Gecode follows it.  `search=free` takes the proposal out.

Measured, and a trap in Debian's packages: docs/solvers/cp.md.
"""

import json
import re
import subprocess
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from subprocess import SubprocessError
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Literal

from accord.encodings.problems.minizinc import (
    EXHAUSTED,
    PAIRS,
    POSTS,
    SOLUTION,
    UNSATISFIABLE,
    read,
    write,
)
from accord.puzzles.proposed_search import ProposedSearch
from accord.solvers.backend import Backend, EngineVariant, Need
from accord.solvers.cp import minizinc_original
from accord.solvers.cp.minizinc_original import ORIGINAL
from accord.solvers.following import followed
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution, UnsupportedError
from accord.solvers.optimizing import only_better
from accord.solvers.programs.program import Ended, Program, run
from accord.solvers.programs.reported_error import LONGEST, is_error
from accord.solvers.settings import Workers

Constraints = Literal["alldifferent", "unannotated", "disequalities"]
Search = Literal["default", "dom-w-deg", "activity", "input-order", "model", "free"]
VARIABLES: dict[Search, str] = {  # how the next variable is chosen, in MiniZinc's words
    "input-order": "input_order",
    "dom-w-deg": "dom_w_deg",
    "activity": "action_size_max",
}
DECLARED = "annotation action_size_max;\n"  # Debian's library has Gecode's earlier name for it
BY_GECODE = ("dom-w-deg", "activity", "model")  # others pass over them
CHOOSE = (  # that Gecode does not take for another word
    *("input_order", "first_fail", "anti_first_fail", "smallest", "largest", "occurrence"),
    *("most_constrained", "max_regret", "dom_w_deg"),
)
ASSIGN = ("indomain", *(f"indomain_{each}" for each in (
    "min", "max", "median", "random", "split", "reverse_split",
)))  # fmt: skip

ENGINES = {"gecode": "gecode", "chuffed": "chuffed", "cp-sat": "or-tools", "coin-bc": "cbc"}
UNKNOWN = "=====UNKNOWN====="
COUNTERS = {  # by MiniZinc's names
    "nodes": "nodes",
    "failures": "conflicts",
    "propagations": "propagations",
    "restarts": "restarts",
}
_PROPOSED = re.compile(r"^solve\s*::.*\b(satisfy|minimize|maximize)\b", re.MULTILINE)
ALL_DIFFERENT = re.compile(r"^(constraint alldifferent\(.*\));$", re.MULTILINE)
MISSING_IN_GECODE = {
    "fzn_all_different_int.mzn": """\
predicate all_different_int(array[int] of var int: x);
predicate fzn_all_different_int(array[int] of var int: x) = all_different_int(x);
""",
    "fzn_table_int.mzn": """\
predicate gecode_table_int(array[int] of var int: x, array[int] of int: t);
predicate fzn_table_int(array[int] of var int: x, array[int, int] of int: t) =
  gecode_table_int(x, array1d(t));
""",
}


def solve(
    problem: Problem,
    budget: Budget,
    *,
    solver: Literal["gecode", "chuffed", "cp-sat", "coin-bc"] = "gecode",
    constraints: Constraints = "alldifferent",
    search: Search = "default",
    posts: Literal["ours", "original"] = "ours",
    workers: Workers = 1,
) -> Iterator[Solution]:
    """A MiniZinc model, flattened for Gecode or another solver of FlatZinc."""
    if posts == "original":
        if constraints != "alldifferent" or search not in ("default", "free"):
            raise UnsupportedError(
                "posts=original: found constraints or search, expected neither, or search=free"
            )
        yield from _of_the_model(problem, budget, solver, search == "free", workers)
        return
    if search == "free":
        raise UnsupportedError("search=free: found posts=ours, expected posts=original")
    if search in BY_GECODE and solver != "gecode":
        raise UnsupportedError(f"{solver} has no search={search}, which gecode has")
    budget.enter("encode")
    proposed = followed(budget, CHOOSE, ASSIGN) if search == "model" else ()
    model = _model(problem, constraints, search, proposed)
    with _flattened(model, solver, budget) as flat:
        budget.enter("search")
        limit = budget.limit if problem.goal is None else None  # or ever better ones
        with closing(_lines(_command(solver, limit, workers), flat, budget)) as lines:
            found = _solutions(lines, problem, limit, budget)
            yield from found if problem.goal is None else only_better(found, problem, budget)
    if search == "input-order" and not budget.spent["nodes"]:
        budget.spend(nodes=1)  # the root, which Gecode does not count where posting fails


def _of_the_model(
    problem: Problem, budget: Budget, solver: str, is_free: bool, workers: int
) -> Iterator[Solution]:
    """The solutions of the MiniZinc model that a problem was read from."""
    budget.enter("encode")
    with TemporaryDirectory(prefix="accord-") as name:
        flat, answer = minizinc_original.flat_of(problem, solver, Path(name), budget)
        if is_free:
            flat.write_text(_PROPOSED.sub(r"solve \1", flat.read_text("utf-8")), "utf-8")
        budget.enter("search")
        with (
            flat.open("rb") as file,
            closing(_lines(_command(solver, None, workers), file, budget)) as lines,
        ):
            yield from _solutions(lines, problem, None, budget, answer)


def _start_up(budget: Budget, *, solver: str = "gecode", **others: Any) -> None:
    """Have a model without variables and constraints flattened and solved."""
    with _flattened("solve satisfy;\n", solver, budget) as flat:
        lines = list(_lines(_command(solver, 1), flat, budget))
    if SOLUTION not in lines:
        raise RuntimeError(f"{solver}: found {lines!r:.80}, expected {SOLUTION!r}")


def _model(
    problem: Problem,
    constraints: Constraints,
    search: Search,
    proposed: Sequence[ProposedSearch] = (),
) -> str:
    """The model, with the AllDifferents and the search that the settings ask for.

    Its AllDifferents are to be domain consistent, if nothing else is said.
    """
    model = "".join(write(problem, True, PAIRS if constraints == "disequalities" else POSTS))
    if constraints == "alldifferent":
        model = ALL_DIFFERENT.sub(r"\1 :: domain;", model)
    if proposed:
        parts = (
            f"int_search([array1d(solution)[at] | at in {[each + 1 for each in part.variables]}], "
            f"{part.choose}, {part.assign}, complete)"
            for part in proposed
        )
        model = model.replace("\nsolve ", f"\nsolve :: seq_search([{', '.join(parts)}]) ")
    elif search != "default":
        chosen = f"int_search(array1d(solution), {VARIABLES[search]}, indomain_min, complete)"
        model = model.replace("\nsolve ", f"\nsolve :: {chosen} ")
    return f"{DECLARED}{model}" if search == "activity" else model


def _flattened(model: str, solver: str, budget: Budget) -> BinaryIO:
    """The FlatZinc that MiniZinc makes of a model for a solver: a file that is in no folder."""
    with TemporaryDirectory(prefix="accord-") as name:
        folder = Path(name)
        source, flat = folder / "model.mzn", folder / "flat.fzn"
        source.write_text(model, encoding="utf-8")
        if solver == "gecode" and _takes_alldifferent_apart():
            for missing, definition in MISSING_IN_GECODE.items():
                (folder / missing).write_text(definition, encoding="utf-8")
        options = ["--solver", solver, "-I", name, "--no-output-ozn", "--fzn", str(flat)]
        ended = run(["minizinc", "-c", *options, str(source)], budget)
        if ended.code or ended.reported:
            raise RuntimeError(f"minizinc: {ended.manner}")
        return flat.open("rb")


def _command(solver: str, limit: int | None, workers: int = 1) -> list[str]:
    """The solver's program, which stops after so many solutions if it can.

    Raises:
        UnsupportedError: it cannot work on so many threads.
    """
    known = _configurations()[solver]
    flags = known.get("stdFlags", ())
    if workers > 1 and "-p" not in flags:
        raise UnsupportedError(f"{solver} works on 1 thread, found workers={workers}")
    number = ["-n", str(limit)] if limit is not None and "-n" in flags else ["-a"]
    threads = ["-p", str(workers)] if workers > 1 else []
    statistics = ["-s"] if "-s" in flags else []
    return [known["extraInfo"]["executable"], *number, *threads, *statistics]


def _solutions(
    lines: Iterator[str],
    problem: Problem,
    limit: int | None,
    budget: Budget,
    answer: Callable[[str], Solution | None] | None = None,
) -> Iterator[Solution]:
    """The solutions that a solver prints; ends if it says that these are all.

    The last one that it was asked for waits until the solver has printed its statistics.

    Args:
        lines: that it prints.
        problem: that it solves.
        limit: solutions that it was asked for; None for all, or for ever better ones.
        budget: as of any solver.
        answer: says the solution that lines say, or nothing where it is known; by default they are
            of a model that accord has written.

    Raises:
        GaveUpError: it does not say so.
        RuntimeError: what it says does not fit.
    """
    answer = answer or partial(read, problem)
    printed: list[str] = []
    found, statuses, last = 0, set[str](), None
    for line in lines:
        if line == SOLUTION:
            budget.enter("decode")
            grid = answer("\n".join(printed))
            printed, found = [], found + 1
            if found == limit:
                last = grid
            elif grid is not None:
                yield grid
            budget.enter("search")
        elif line.startswith("%%%mzn-stat:"):
            _count(line, budget)
        elif line.startswith("====="):
            statuses.add(line)
        else:
            printed.append(line)
    proof = EXHAUSTED if found else UNSATISFIABLE
    if wrong := sorted(statuses - {proof, UNKNOWN}) or sorted(statuses)[1:]:
        raise RuntimeError(f"found {wrong[0]} after {found} solutions, expected {proof}")
    if last is not None:
        yield last
    if statuses != {proof}:
        raise GaveUpError(
            min(statuses, default=f"stopped without a status after {found} solutions")
        )


def _count(line: str, budget: Budget) -> None:
    """Add the counter of a line such as `%%%mzn-stat: nodes=25`."""
    name, _, number = line.partition(":")[2].strip().partition("=")
    if name in COUNTERS and number.isdecimal():
        budget.spent[COUNTERS[name]] += int(number)


def _lines(command: list[str], file: BinaryIO, budget: Budget) -> Generator[str, None, None]:
    """The lines that a program prints about a file, as they come; closed early, it is killed.

    Raises:
        GaveUpError: the time is over.
        RuntimeError: it failed, or reports an error; with its own words.
    """
    descriptor, name = file.fileno(), Path(command[0]).name
    with Program([*command, f"/dev/fd/{descriptor}"], budget, inherited=[descriptor]) as program:
        rest = b""
        for data in program.output():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                yield _checked(line, name)
        yield _checked(rest, name)
    ended = Ended(program.code, "", program.errors)
    if ended.code or ended.reported:
        raise RuntimeError(f"{name}: {ended.manner}")


def _checked(line: bytes, name: str) -> str:
    """A line of output that reports no error."""
    text = line.decode(errors="replace").strip()
    if is_error(text):
        raise RuntimeError(f"{name} reports: {text[:LONGEST]}")
    return text


@cache
def _configurations() -> Mapping[str, Any]:
    """The configurations of the solvers that MiniZinc knows, by identifier."""
    listed = json.loads(_output("minizinc", "--solvers-json"))
    return {
        name: each
        for name in ENGINES
        for each in listed
        if f".{each['id']}".endswith(f".{name}") or name in each.get("tags", ())
    }


@cache
def _takes_alldifferent_apart() -> bool:
    """Whether Gecode's library lacks the AllDifferent that MiniZinc asks for."""
    library = Path(json.loads(_output("minizinc", "--config-dirs"))["mznStdlibDir"], "gecode")
    return not (library / "fzn_all_different_int.mzn").exists()


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout


@dataclass(frozen=True)
class KnownToMiniZinc(Need):
    """A solver that MiniZinc can call."""

    solver: str = ""

    @property
    def missing(self) -> str:
        """The missing distribution or program, in words; empty when all is there."""
        if reason := super().missing:
            return reason
        try:
            known = _configurations().get(self.solver, {})
        except (
            OSError,
            SubprocessError,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
        ) as error:
            return f"minizinc does not say which solvers it knows: {type(error).__name__}"
        if "executable" not in known.get("extraInfo", {}):
            within = f"; minizinc has it within itself, expected {self.solver} as a program"
            return f"needs the solver {self.solver} for MiniZinc{within * bool(known)}"
        return ""

    @property
    def version(self) -> str:
        """The versions of MiniZinc and of the solver, each with its name."""
        if self.missing:
            return ""
        known = _configurations()[self.solver]
        return f"{super().version} with {known['name']} {known['version']}"


SOLVERS = {
    "minizinc": Backend(
        solve,
        engine="gecode",
        model="minizinc",
        family="cp",
        needs=(Need(program="minizinc"),),
        variants={
            solver: EngineVariant(
                engine,
                (KnownToMiniZinc(program="minizinc", solver=solver),),
                original=ORIGINAL,
            )
            for solver, engine in ENGINES.items()
        },
        original=ORIGINAL,
        start_up=_start_up,
        posts=POSTS,
        pairwise=PAIRS,
        same_search="search=input-order",
        cores="workers",
        optimizes="variable",
    )
}
