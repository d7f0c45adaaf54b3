"""Where something from a less trusted side becomes code: found by reading all sources.

A name may come from a row that somebody sent, bytes from a process in which a solver's code runs.
Each place that could import the one or unpickle the other stands in a table, with what makes it
safe; a new place fails until it has a reason, and so does a reason whose place has gone.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from places import ROOT

FOLDERS = ("puzzles", "encodings", "solvers", "bench", "views", "accord", "tools")
OWN = "a module of accord's own, found by its file's name"
COMMAND = "asks in the user's own process, and says so"
DESCRIBED = "what accord's own source names"
# Calls that look a solver up and import what stands at a place: not of names in the source.
LOOKING_UP = {"select", "usable"}
# Calls that run code by its name or text.
RUNNING = {
    *("import_module", "exec_module", "__import__", "spec_from_file_location"),
    *("run_path", "run_module", "exec", "eval"),
}
# Calls that make objects of bytes.
UNPICKLING = {"recv", "Unpickler", "read_pickle"}
OF_MODULE = {"load": {"pickle", "marshal", "shelve"}, "loads": {"pickle", "marshal"}}

PLACES: dict[tuple[str, str], tuple[int, str]] = {  # by file and call: how many, and why it may
    ("accord/__init__.py", "usable"): (3, COMMAND),
    ("bench/isolation/fork_server.py", "usable"): (1, "the process of the solver"),
    ("bench/isolation/worker.py", "usable"): (1, "the process of the solver"),
    ("solvers/registry.py", "select"): (1, "of `usable`, see there"),
    ("accord/__init__.py", "import_module"): (2, OWN),
    ("accord/__main__.py", "import_module"): (1, "a command that is among the files"),
    ("accord/cli/commands/export.py", "import_module"): (1, "one of a table of our modules"),
    ("bench/grading/runner.py", "exec_module"): (1, "a student's process, in the sandbox"),
    ("bench/grading/runner.py", "spec_from_file_location"): (1, "as `exec_module` there"),
    ("bench/isolation/fork_server.py", "import_module"): (1, "the process of the solver"),
    ("bench/isolation/worker.py", "import_module"): (1, "the process of the solver"),
    ("encodings/__init__.py", "exec_module"): (1, "the standard library's `encodings`"),
    ("puzzles/__init__.py", "import_module"): (1, OWN),
    ("puzzles/discovery.py", "import_module"): (3, OWN),
    ("solvers/logic/__init__.py", "import_module"): (1, OWN),
    ("solvers/logic/replay/check.py", "import_module"): (1, OWN),
    ("solvers/registry.py", "exec_module"): (1, "of `select` alone, see LOOKING_UP"),
    ("solvers/registry.py", "import_module"): (1, "of `select` alone, see LOOKING_UP"),
    ("solvers/registry.py", "spec_from_file_location"): (1, "of `select` alone, see LOOKING_UP"),
    ("solvers/source.py", "import_module"): (3, OWN),
    ("tools/pages.py", "exec"): (1, "blocks of our own pages"),
    ("bench/isolation/worker.py", "pickle.load"): (1, "questions of its supervisor, trusted more"),
    ("bench/certifying/limited.py", "recv"): (
        3,
        "the same code on both sides: it certifies and asks registered searches, and imports no "
        "solver's file; PySAT, which runs there, is as trusted as any package of your Python",
    ),
    ("tools/certificates.py", "recv"): (1, "as bench/certifying/limited.py"),
}


WORDS = re.compile(
    rf"\b_?({'|'.join([*LOOKING_UP, *RUNNING, *UNPICKLING])}|pickle|marshal|shelve)\b"
)


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    """What the sources consist of in which one of these words stands, with the file."""
    return [
        (str(file.relative_to(ROOT)), node)
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if WORDS.search(text := file.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
    ]


def calls() -> Iterator[tuple[str, str]]:
    """Each call in the sources that may import or unpickle: the file, and what is called."""
    for file, node in nodes():
        if isinstance(node, ast.Call) and (name := _dangerous(node)):
            yield file, name


def _dangerous(node: ast.Call) -> str:
    """The name of a called function that may import or unpickle; empty for other calls."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    name = bare if (bare := name.removeprefix("_")) in RUNNING else name
    whose = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    if name in LOOKING_UP and whose in ("", "registry"):
        return "" if all(map(_in_the_source, node.args)) else name
    if name in RUNNING and (name not in ("exec", "eval") or not whose):
        return "" if all(isinstance(each, ast.Constant) for each in node.args) else name
    if whose in OF_MODULE.get(name, ()):
        return f"{whose}.{name}"
    return name if name in UNPICKLING else ""


def _in_the_source(node: ast.expr) -> bool:
    """Whether a name is written in the source: a text, or a constant of a module."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


def test_code_is_imported_and_objects_unpickled_only_where_that_is_meant() -> None:
    assert Counter(calls()) == {place: number for place, (number, _) in PLACES.items()}


def test_these_calls_go_by_no_other_name() -> None:
    for file, node in nodes():
        if isinstance(node, ast.ImportFrom):
            renamed = {each.name: each.asname for each in node.names if each.asname}
            for name in renamed.keys() & (LOOKING_UP | RUNNING | UNPICKLING):
                assert renamed[name] == f"_{name}", file
            assert node.module not in ("pickle", "marshal", "shelve"), file


def test_the_reading_finds_what_it_is_for() -> None:
    found = "usable(name); select('cpsat'); usable(ARBITER); registry.select(row.solver); " + (
        "import_module(name); pickle.loads(data); json.loads(data); pipe.recv(); exec(text); "
        "select.select([], [], []); re.compile(text)"
    )
    nodes = [node for node in ast.walk(ast.parse(found)) if isinstance(node, ast.Call)]
    names = ["usable", "select", "import_module", "pickle.loads", "recv", "exec"]
    assert [*filter(None, map(_dangerous, nodes))] == names
