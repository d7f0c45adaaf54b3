"""What other people's programs print about the file of a problem: a text for each solution."""

import re
import subprocess
from collections.abc import Callable, Iterator

from optional import library, program
from xcsp3_reader import solutions


def of_clingo(text: str) -> Iterator[str]:
    control = library("clingo").Control(["0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            yield f"Answer: 1\n{model}\nSATISFIABLE\n"


def of_minizinc(text: str) -> Iterator[str]:
    command = [program("minizinc"), "--solver", "gecode", "-a", "--input-from-stdin"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    *found, end = done.stdout.split("----------\n")
    assert end.strip() == ("==========" if found else "=====UNSATISFIABLE====="), done.stderr
    for each in found:
        yield f"{each}----------\n"


def of_z3(text: str) -> Iterator[str]:
    z3 = library("z3")
    solver = z3.SimpleSolver(ctx=z3.Context())
    solver.from_string(text)
    asked = re.search(r"\(get-value \((.*)\)\)", text, re.DOTALL)
    names = re.findall(r"\|([^|]*)\||([^\s|]+)", asked[1]) if asked else []
    bits = re.search(r"\(_ BitVec (\d+)\)", text)
    sort = z3.BitVecSort(int(bits[1]), solver.ctx) if bits else z3.IntSort(solver.ctx)
    own = [z3.Const(quoted or plain, sort) for quoted, plain in names]
    while solver.check() == z3.sat:
        model = solver.model()
        values = [model.eval(each, model_completion=True) for each in own]
        pairs = zip(own, values, strict=True)
        said = (f"({each.sexpr()} {value.sexpr()})" for each, value in pairs)
        yield f"sat\n({' '.join(said)})\n"
        different = [each != value for each, value in zip(own, values, strict=True)]
        solver.add(z3.Or(z3.BoolVal(False, solver.ctx), *different))
    assert solver.check() == z3.unsat


def of_the_specification(text: str) -> Iterator[str]:
    """What a solver of XCSP3 would print that follows the specification."""
    for values in solutions(text):
        names, numbers = " ".join(values), " ".join(map(str, values.values()))
        yield f"<instantiation><list>{names}</list><values>{numbers}</values></instantiation>"


WAYS: dict[str, Callable[[str], Iterator[str]]] = {
    "asp": of_clingo,
    "minizinc": of_minizinc,
    "minizinc+disequalities": of_minizinc,
    "smtlib": of_z3,
    "smtlib+disequalities": of_z3,
    "smtlib-bv": of_z3,
    "smtlib-bv+disequalities": of_z3,
    "xcsp3": of_the_specification,
    "xcsp3+disequalities": of_the_specification,
}
