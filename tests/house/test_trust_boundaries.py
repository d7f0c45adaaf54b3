"""Where what somebody else has made comes in: found by reading all sources.

Four kinds of calls are looked for: those that open, read, write or parse a file; that look up a
solver or run code by its name; that make objects of bytes; and the ways in, which check what they
read.  Each function with a call of the first three stands in a table, with what makes it safe.
Each that a less trusted side reaches, as all with a way in are, is in a file or folder that
docs/explanation/trust-boundaries.md names with what is checked there, and the page names no other.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import TypeGuard

from places import ROOT

FOLDERS = ("puzzles", "encodings", "solvers", "bench", "views", "accord", "tools")
PAGE = ROOT / "docs" / "explanation" / "trust-boundaries.md"
# Ways in: they read plain files up to a bound, or see that a value is one that may come.
WAYS = {
    *("open_outside", "read_outside", "toml_file", "toml_table", "json_value"),
    *("content_of", "expect_fields", "fields_of_toml"),
}
FILES = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "copyfile", "copytree"}
FILES |= {"copy2", "fromfile", "memmap", "iterparse", "read_parquet", "FileIO"}
BARE = {"open", "copyfile", "copytree"}  # what these are called without a point before them
PARSERS = {"json": {"load", "loads"}, "tomllib": {"load", "loads"}, "csv": {"reader", "DictReader"}}
PARSERS |= {
    "pandas": {"read_csv", "read_json"},
    "numpy": {"load", "loadtxt"},
    "np": {"load", "loadtxt"},
}
UNPICKLERS = {"pickle": {"load", "loads"}, "marshal": {"load", "loads"}, "shelve": {"open"}}
UNPICKLING = {"recv", "Unpickler", "read_pickle"}
# Calls that look a solver up and import what stands at a place: not of names in the source.
LOOKING_UP = {"select", "usable"}
RUNNING = {  # code by its name or text
    *("import_module", "exec_module", "__import__", "spec_from_file_location"),
    *("run_path", "run_module", "resolve_name", "exec", "eval"),
}
# What no call has a name of needs no look at whose it is, which takes long.
PARSING = {name for names in PARSERS.values() for name in names}
RUN = LOOKING_UP | RUNNING | UNPICKLING | {name for names in UNPICKLERS.values() for name in names}
LOOKED_FOR = RUN | PARSING | WAYS | FILES | BARE

# By what makes it safe: files, and the functions in them.
OURS: dict[str, str] = {  # no less trusted side reaches these
    "a module or file of accord's own, or what it has written for this user alone": """
        bench/run/kept_models.py _compiler
        accord/__init__.py __getattr__  accord/__main__.py Commands.get_command
        accord/cli/commands/export.py command  accord/cli/help_pages.py sections
        bench/analysis/exports/aslib.py _readme  bench/hunt/finding.py problem_lines
        bench/analysis/recorded_hardness.py recorded circumstances
        bench/make/instances/collection.py about named
        bench/certify/accepted.py _key checker_digest
        bench/run/minizinc_solver.py install
        bench/hunt/conformance.py _cases  bench/hunt/reproducers/script.py -
        puzzles/classics/examples.py -  puzzles/files/foreign.py _kinds
        solvers/known_faults.py _shipped_faults
        bench/speed/forms.py shipped  encodings/__init__.py -  puzzles/__init__.py __getattr__
        puzzles/discovery.py _sources members_by Members.__getitem__
        puzzles/models/objects.py read_model_object  tools/assemble.py modelled
        puzzles/proofs/certificate_file.py written_line  solvers/kernels/loading.py stamp
        solvers/logic/__init__.py __getattr__
        solvers/source.py places_of_code _homes _in_package  tools/pages.py PageRun._python
        views/offline_page.py styled  views/player/page.py _rendered
        views/report/figures/all_figures.py _svg  views/report/figures/figure.py daylight
        views/report/page.py page
    """,
    "it stands in a folder that this process has made for itself": """
        bench/hunt/reproducers/reproducer.py run  bench/campaigns/deduplicate.py deduplicate
        bench/campaigns/plan.py Plan.runs _Texts.__init__ _Texts._read_line
        bench/campaigns/store.py rows_of_texts  bench/hunt/case_folder.py write_case
        bench/analysis/exports/aslib.py write  bench/analysis/exports/benchexec.py _document
        bench/analysis/exports/metrics.py write
        bench/certify/certificates.py CampaignCertificates.__init__
        bench/analysis/judging.py judgements  bench/speed/programs.py LineProgram._run
        bench/grading/submissions.py solver_file _told  bench/run/sandbox.py write_filter
        bench/grading/grade.py _StudentQuestions._mark
        bench/run/model_file.py _made
        bench/run/minizinc_printing.py MiniZincPrinter.__init__ _printed
        puzzles/models/minizinc_source.py MiniZincModel.write
        solvers/programs/external.py _FormulaQuestion.__init__ _FormulaQuestion._write
        solvers/programs/external.py _FormulaQuestion._write_original _FormulaQuestion.forbid
        solvers/programs/external.py _by_line
        solvers/programs/best_programs.py of_objectives.solve
        solvers/programs/instances.py _InstanceQuestion.runs _InstanceQuestion.own_runs
        solvers/programs/instances.py _InstanceQuestion.command_on
        bench/certify/checked_elsewhere.py _write
        solvers/proofs/drat_trim.py _by_program
        solvers/proofs/produce.py write_cnf _by_program
    """,
    "it is made anew (`x`), or renamed into place: no link is followed": """
        bench/campaigns/folder.py keep_spoiled keep_content
        bench/campaigns/parquet_parts.py add_part put
        puzzles/proofs/certificate_folder.py write_certificate  solvers/functions.py _place
    """,
    "it is opened in place by what follows no link: `unlinked`, or O_NOFOLLOW": """
        bench/hunt/record.py Writer.__init__  bench/campaigns/merge.py _copy_certificates
        bench/campaigns/parquet_parts.py _lock  bench/campaigns/sessions.py _append
        bench/campaigns/store.py locked Journal._renew
        bench/certify/certificate_store.py CertificateFile.__enter__
        bench/certify/accepted.py AcceptedChecks.save  bench/run/cores.py _take
    """,
    "the user has named this file, to be written: his own links are followed": """
        accord/cli/commands/audit.py command  accord/cli/commands/grade.py command
        accord/cli/output.py write_file  accord/cli/commands/speed.py command
        puzzles/problem.py Problem.save  views/report/page.py write_page
    """,
    "the supervisor and its zygote say it, which has imported nothing of a solver": """
        bench/run/zygote.py main Zygote._fork ForkedProcess.wait
    """,
    "the kernel's, a descriptor that is open, or the null device": """
        accord/__main__.py main  accord/cli/output.py close_quietly
        bench/run/terms.py _data_size  bench/run/timed_run.py reset_peak_memory
        bench/run/watchdog.py _settle  bench/run/worker_process.py WorkerProcess.spent
        bench/run/cores.py siblings  bench/run/environment.py _cpu_model
        bench/run/machine.py _small_file_text  bench/run/cgroup.py delegated _file_text _write
        bench/run/memory_files.py MemoryFiles._of_another_root MemoryFiles._mapped
        bench/run/memory_files.py _status _newest_inodes
        bench/run/process_tree.py newest  bench/run/shared_segments.py _listed
        bench/run/other_load.py OtherLoad._counted
        solvers/programs/program.py Program.__init__ peak_memory
    """,
    "the process of a solver or a student, in which its code may run": """
        bench/grading/runner.py main code_of  bench/run/fork_server.py main modules_of
        bench/grading/model_reader.py - main _answer _compiled
        puzzles/models/running.py run _prepared _unpickled  bench/run/worker.py work warm_up
    """,
    "a question of its supervisor, in the process of the solver": """
        bench/run/worker.py _questions_from
    """,
    "the text of a model that the user's own code has made; its library runs it, too": """
        puzzles/models/python_constraint.py _ModelReading.say_text.truth
    """,
    "it asks in the user's own process, and says so": """
        accord/__init__.py solve trace solve_many
    """,
}
THEIRS: dict[str, str] = {  # each is in the page
    "the ways in themselves, and how is written in the same folders": """
        puzzles/files/outside_file.py open_outside _below write_whole unlinked
        puzzles/outside_data.py json_value toml_table
    """,
    "a plain file of a campaign's folder, unpacked up to a bound; its name is its SHA-256": """
        bench/campaigns/large_problems.py text_of
    """,
    "a plain file of a campaign's folder, unpacked up to a bound; each field is checked": """
        bench/run/kept_models.py _read
    """,
    "an answer of a service, bounded; a test says each lie that it may tell": """
        bench/make/fetching/download.py _opened  bench/make/fetching/youdosudoku.py puzzles
    """,
    "the user has named this file, to be read: his own links are followed": """
        accord/batches.py chunks_of_file chunks_of_stdin  accord/cli/commands/decode.py _text
        accord/cli/commands/show.py _named _is_trace
        accord/cli/commands/verify.py _read_grid  accord/cli/options/sources.py standard_input
        accord/cli/options/sources.py read_as  bench/analysis/known_values.py known_values
    """,
    "puzzles that the user, or a list or folder of his, names; only plain files, in parts": """
        bench/make/instances/collection.py _instances is_model_file
        bench/make/instances/folder.py listed_files
        bench/make/instances/minizinc_tree.py listed_instances
        puzzles/files/bytes_of_text.py start_of  puzzles/files/compressed.py chunks_of _unpacked
        puzzles/formats/csv_table.py records.reader
    """,
    "a solver's code, a model, or the description of a program, that the user has named": """
        solvers/programs/descriptions.py Description.digest  solvers/programs/program.py _version
        solvers/registry.py usable _load_module _load_file _from_outside
    """,
    "what the installed MiniZinc says of its solvers and folders, in this process": """
        bench/run/minizinc_solver.py _asked
    """,
    "what a program has said, in the process of its solver and under its limits": """
        solvers/cp/minizinc.py _flat _configurations _of_the_model
        solvers/cp/flatzinc_program.py flattened of_flatzinc.solve _takes_alldifferent_apart
        solvers/cp/minizinc_original.py flat_of
        solvers/programs/external.py _FormulaQuestion._result_lines
    """,
    "a line from a process with a solver's or a student's code; each field is checked": """
        bench/grading/caller.py _message  bench/run/fork_server.py ForkServer.serve
        bench/run/messages.py MessageReader.next
    """,
    "the same code on both sides: it certifies, with packages of your Python alone": """
        bench/certify/limited_process.py LimitedProcess.call serve
        tools/certificates.py within_the_limit
    """,
}


def places(table: dict[str, str]) -> list[str]:
    """The functions of a table: FILE NAME; the name of what stands in no function is `-`."""
    found, file = [], ""
    for word in " ".join(table.values()).split():
        if "/" in word:
            file = word
        else:
            found.append(f"{file} {word}")
    return found


WATCHED = LOOKING_UP | RUNNING | UNPICKLING | WAYS | FILES
WORDS = re.compile(rf"\b_?(?:{'|'.join(WATCHED | {*PARSERS, *UNPICKLERS})})\b")
IMPORTS = ast.ImportFrom | ast.Import
Found = ast.Call | IMPORTS


@cache
def nodes() -> list[tuple[str, str, Found]]:
    """Calls and imports in all sources with one of the words: file, qualified name, and node.

    A function that is mentioned and not called, as in map(select, names), is called with anything.
    """
    return [
        (str(file.relative_to(ROOT)), name or "-", node)
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if WORDS.search(text := file.read_text(encoding="utf-8"))
        for name, node in _below(ast.parse(text))
        if isinstance(node, Found) and (isinstance(node, IMPORTS) or called(node) in LOOKED_FOR)
    ]


def _below(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """All nodes of a module, with the qualified name of what each stands in."""
    left: list[tuple[str, ast.AST]] = [("", tree)]
    while left:
        name, node = left.pop()
        for each in ast.iter_child_nodes(node):
            yield name, each
            if _is_mentioned(each, node):
                yield name, ast.Call(each, [ast.Name("anything")], [])
            if isinstance(each, ast.FunctionDef | ast.ClassDef):
                left.append((f"{name}.{each.name}".lstrip("."), each))
            elif not isinstance(each, ast.Name | ast.Constant | ast.expr_context):
                left.append((name, each))


def _is_mentioned(node: ast.AST, within: ast.AST) -> TypeGuard[ast.expr]:
    """Whether a name is read, and neither called there nor asked for an attribute."""
    name = getattr(node, "attr", getattr(node, "id", "open"))  # boards have open cells
    if name == "open" or name.removeprefix("_") not in LOOKED_FOR:
        return False
    return isinstance(getattr(node, "ctx", None), ast.Load) and node is not getattr(
        within, "func", None
    )


def called(node: ast.AST) -> str:
    """The name of the function that a call is of; empty for another node."""
    function = getattr(node, "func", None)
    name = str(getattr(function, "attr", getattr(function, "id", "")))
    return bare if (bare := name.removeprefix("_")) in RUNNING else name


def opens(node: ast.AST) -> bool:
    """Whether a call opens, reads, parses or writes a file."""
    function, name = getattr(node, "func", None), called(node)
    if not isinstance(function, ast.Attribute):
        return name in BARE
    if name not in PARSING:
        return name in FILES
    return name in FILES | PARSERS.get(ast.unparse(function.value), set())


def runs(node: ast.AST) -> bool:
    """Whether a call looks up or runs code by its name, or makes objects of bytes."""
    if not isinstance(node, ast.Call) or called(node) not in RUN:
        return False
    name, whose = called(node), ""
    if isinstance(node.func, ast.Attribute):
        whose = ast.unparse(node.func.value)
    if name in LOOKING_UP and whose.rpartition(".")[2] in ("", "registry"):
        return not all(map(_in_the_source, node.args))
    if name in RUNNING and (name not in ("exec", "eval") or not whose):
        return not all(isinstance(each, ast.Constant) for each in node.args)
    return name in UNPICKLING | UNPICKLERS.get(whose, set())


def _in_the_source(node: ast.expr) -> bool:
    """Whether a name is written in the source: a text, or a constant of a module."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


def test_each_place_is_one_where_that_is_meant() -> None:
    meant = [*places(OURS), *places(THEIRS)]
    assert len({*meant}) == len(meant)
    found = {
        f"{file} {name}"
        for file, name, node in nodes()
        if runs(node) or (opens(node) and not file.startswith("tools/"))
    }
    assert found == {*meant}


def test_what_a_less_trusted_side_reaches_stands_in_the_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    cells = [line.split("|")[-2] for line in text.splitlines() if line.startswith("| ")]
    named = {each for cell in cells for each in re.findall(r"`([\w/.]+)`", cell)}
    reached = {place.partition(" ")[0] for place in places(THEIRS)}
    reached |= {file for file, _, node in nodes() if called(node) in WAYS}
    assert {file for file in reached if not any(map(file.startswith, named))} == set()
    assert {each for each in named if not any(file.startswith(each) for file in reached)} == set()


def test_these_calls_go_by_no_other_name() -> None:
    for file, _, node in nodes():
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                assert each.name not in WATCHED or each.asname in (None, f"_{each.name}"), file
                known = PARSERS.get(node.module or "", set())
                assert each.name not in known or file == "accord/results.py", file
            assert node.module not in UNPICKLERS, file
        if isinstance(node, ast.Import):
            for each in node.names:
                watched = each.name in PARSERS | UNPICKLERS and each.asname
                assert not watched or each.asname in PARSERS, file


def test_the_reading_finds_what_it_is_for() -> None:
    found = (
        "open(a); path.open(); os.open(a, b); a.read_text(); a.b.read_bytes(); json.loads(a); "
        "tomllib.load(a); csv.reader(a); copyfile(a, b); (a / b).write_text(c); numpy.load(a); "
        "usable(name); registry.select(row.solver); import_module(name); pickle.loads(data); "
        "pipe.recv(); exec(text); shelve.open(a); solvers.registry.select(name); np.load(a)"
    )
    others = (
        "open_outside(a); read_outside(a); json_value(a); re.compile(a); kernel.load(); "
        "select('cpsat'); usable(ARBITER); select.select([], [], []); import_module('accord')"
    )
    for text, expected in ((found, True), (others, False)):
        for statement in ast.parse(text).body:
            (node,) = ast.iter_child_nodes(statement)
            assert (opens(node) or runs(node)) == expected, ast.unparse(node)
    for text in ("map(select, a)", "map(json.loads, a)", "partial(usable, a)()", "f = eval"):
        assert any(opens(node) or runs(node) for _, node in _below(ast.parse(text))), text
