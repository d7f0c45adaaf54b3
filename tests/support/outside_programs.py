"""Other people's programs, started as a user does: what each prints about a file."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from optional import library, program

READERS = {  # of each encoding the programs that read its file, with the form of their output
    "cnf-extended": ("cadical", "picosat", "cryptominisat5"),
    "cnf-reduced": ("minisat",),
    "cnf-augmented": ("cadical",),
    "cnf-order": ("cadical", "minisat", "picosat", "cryptominisat5"),
    "cnf-log": ("minisat",),
    "opb": ("clasp", "scip opb"),
    "linear": ("highs", "scip"),
    "asp": ("clingo", "clingo --outf=1", "clingo --outf=2"),
    "exact-cover": ("miniexact",),
    "minizinc": ("gecode item", "gecode dzn", "gecode json"),
    "smtlib": ("z3", "cvc5"),
    "smtlib+disequalities": ("z3", "cvc5"),
    "smtlib-bv": ("z3", "cvc5"),
    "xcsp3": ("ACE", "Choco"),
    "xcsp3+disequalities": ("CPMpy",),
}


def printed_by(reader: str, file: Path) -> str:
    """What a program answers: on its standard output, or in a file whose name it gets."""
    result = file.with_name("result")
    result.unlink(missing_ok=True)
    name, *options = reader.split()
    match name:
        case "minisat":
            output([program(name), "-verb=0", str(file), str(result)])
            return result.read_text()
        case "cadical":
            command = [program(name), "-q"]
        case "cryptominisat5":
            command = [program(name), "--verb", "0"]
        case "picosat":
            command = [program(name)]
        case "cvc5":
            command = [program(name), "--lang=smt2"]
        case "z3":  # which comes with the library
            library("z3")
            command = [str(Path(sys.executable).with_name("z3"))]
        case "clasp" | "clingo":
            library("clingo")
            mode = ["--mode=clasp"] if name == "clasp" else []
            command = [sys.executable, "-m", "clingo", *mode, *options]
        case "miniexact":
            environment = Path(library("miniexact").__file__).parents[4]
            command = [str(environment / "bin" / "miniexact"), "-x", "-D", "-p"]
        case "gecode":
            command = [program("minizinc"), "--solver", "gecode", "--output-mode", *options]
        case "scip":
            return written_by_scip(file, result, in_names=bool(options))
        case "highs":
            return written_by_highs(file, result)
        case _:
            command = competing(name)
    return output([*command, str(file)])


def output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=600).stdout


def competing(solver: str) -> list[str]:
    """How a solver of the XCSP competitions is called; two of them are in PyCSP3's wheel."""
    library("cpmpy")
    package = find_spec("pycsp3") or library("pycsp3").__spec__  # which skips: it is not imported
    if solver == "CPMpy":
        return [sys.executable, "-m", "cpmpy.tools.xcsp3.xcsp3_cpmpy", "-c", "1"]
    (jar,) = Path(str(package.origin)).parent.glob(f"solvers/{solver.lower()}/*.jar")
    if solver == "ACE":
        return [program("java"), "-jar", str(jar)]
    return [program("java"), "-cp", str(jar), "org.chocosolver.parser.xcsp.ChocoXCSP"]


def written_by_highs(file: Path, result: Path) -> str:
    highspy = library("highspy")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
    highs.run()
    highs.writeSolution(str(result), 0)
    return result.read_text()


def written_by_scip(file: Path, result: Path, in_names: bool) -> str:
    """Its file of a solution, or a log; of pseudo-Booleans, as a competition wants them."""
    model = library("pyscipopt").Model()
    model.hideOutput()
    model.readProblem(str(file))
    model.setLogfile(str(result))
    model.optimize()
    if model.getNSols() and in_names:
        true = [each.name for each in model.getVars() if model.getVal(each) > 0.5]
        return f"s SATISFIABLE\nv {' '.join(true)}\n"
    if model.getNSols():
        model.setLogfile(None)
        model.writeBestSol(str(result))
        return result.read_text()
    if in_names:
        return "s UNSATISFIABLE\n" if model.getStatus() == "infeasible" else ""
    model.hideOutput(False)
    model.printStatistics()
    model.setLogfile(None)
    return result.read_text()
