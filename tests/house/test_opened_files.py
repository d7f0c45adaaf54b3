"""Where files are opened, read, parsed and written: found by reading all sources.

What came from elsewhere is opened by accord.puzzles.files.outside_file alone: a plain file, no link
followed below its folder, bounded.  JSON and TOML from elsewhere are parsed by
accord.puzzles.outside_data alone.  Every other call stands in a table, with what makes it safe; a
new one fails until it has a reason, and so does a reason whose call has gone.
"""

import ast
import re
from collections import Counter
from functools import cache

from places import ROOT

FLOORS = ("puzzles", "encodings", "solvers", "bench", "views", "accord")
FILES = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "copyfile", "copytree"}
BARE = {"open", "copyfile", "copytree"}  # what these are called without a point before them
PARSERS = {"json": {"load", "loads"}, "tomllib": {"load", "loads"}, "csv": {"reader", "DictReader"}}
PARSERS |= {"pandas": {"read_csv", "read_json", "read_parquet"}}

PLACES: dict[str, dict[str, int]] = {  # by what makes it safe: files, and how many calls
    "the one way itself: it refuses what is no plain file, and what nests too deep": {
        "puzzles/files/outside_file.py": 5, "puzzles/outside_data.py": 2,
    },
    "it comes with accord, or was written by this process or by this user's accord": {
        "accord/cli/help_pages.py": 1, "bench/exports/aslib.py": 1,
        "bench/fuzzing/finding.py": 1, "bench/hardness/recorded.py": 4,
        "bench/instances/collection.py": 4, "bench/judging/accepted.py": 2,
        "bench/judging/conformance.py": 2, "bench/machine/known_faults.py": 2,
        "bench/speed/sets.py": 1, "puzzles/discovery.py": 1,
        "puzzles/proofs/certificate_file.py": 1, "solvers/kernels/loading.py": 1,
        "views/offline_page.py": 1, "views/player/page.py": 2,
        "views/report/figures/all_figures.py": 1, "views/report/figures/figure.py": 1,
        "views/report/page.py": 2, "bench/fetching/store.py": 1,
    },
    "it stands in a folder that this process has made for itself": {
        "bench/auditing/reproducers/reproducer.py": 1, "bench/campaigns/deduplicate.py": 1,
        "bench/campaigns/plan.py": 3, "bench/campaigns/store.py": 1,
        "bench/disputing/case_folder.py": 4, "bench/exports/aslib.py": 3,
        "bench/exports/benchexec.py": 1, "bench/exports/metrics.py": 2,
        "bench/fetching/address.py": 1, "bench/fetching/store.py": 2,
        "bench/fetching/unpack.py": 1, "bench/judging/certificates.py": 1,
        "bench/judging/judging.py": 1, "bench/speed/programs.py": 1, "solvers/cp/minizinc.py": 3,
        "solvers/programs/external.py": 3, "solvers/programs/instances.py": 1,
        "solvers/programs/program.py": 1, "solvers/proofs/drat_trim.py": 2,
        "solvers/proofs/produce.py": 2,
    },
    "it is made anew (`x`), or renamed into place: no link is followed": {
        "bench/campaigns/folder.py": 3, "bench/campaigns/parts.py": 2,
        "bench/campaigns/store.py": 2, "bench/judging/accepted.py": 2,
        "puzzles/proofs/certificate_folder.py": 1, "solvers/functions.py": 2,
    },
    "it is opened in place by what follows no link: `unlinked`, or O_NOFOLLOW": {
        "bench/auditing/record.py": 1, "bench/campaigns/folder.py": 1,
        "bench/campaigns/merge.py": 1, "bench/campaigns/parts.py": 2,
        "bench/campaigns/sessions.py": 1, "bench/campaigns/store.py": 1,
        "bench/certifying/certificate_store.py": 1, "bench/judging/accepted.py": 1,
        "bench/machine/reservation.py": 1,
    },
    "it was written by the download or the unpacking, which bound it": {
        "bench/fetching/address.py": 1, "bench/fetching/store.py": 2, "bench/fetching/unpack.py": 1,
    },
    "an answer of a service, bounded; a test says each lie that it may tell": {
        "bench/fetching/download.py": 1, "bench/fetching/youdosudoku.py": 1,
    },
    "the user has named this file, to be read or written: his own links are followed": {
        "accord/batches.py": 1, "accord/cli/commands/audit.py": 1,
        "accord/cli/commands/decode.py": 1, "accord/cli/commands/grade.py": 1,
        "accord/cli/commands/show.py": 3, "accord/cli/commands/speed.py": 1,
        "accord/cli/commands/trace.py": 1, "accord/cli/commands/verify.py": 1,
        "accord/cli/options/sources.py": 1, "puzzles/problem.py": 1, "views/report/page.py": 1,
    },
    "puzzles that the user, or a list or folder of his, names; only plain files, in parts": {
        "bench/instances/collection.py": 1, "bench/instances/folder.py": 1,
        "puzzles/files/bytes_of_text.py": 1, "puzzles/files/compressed.py": 2,
        "puzzles/formats/csv_table.py": 1, "puzzles/formats/fpuzzles/zipped.py": 2,
    },
    "a solver's code, or the description of a program, that the user has named": {
        "solvers/programs/descriptions.py": 1, "solvers/programs/program.py": 1,
        "solvers/registry.py": 1,
    },
    "what a program has said, in the process of its solver and under its limits": {
        "solvers/cp/minizinc.py": 2, "solvers/programs/external.py": 1,
    },
    "a line from a process with a solver's or a student's code; each field is checked": {
        "bench/grading/caller.py": 1, "bench/grading/runner.py": 1,
        "bench/isolation/fork_server.py": 1, "bench/isolation/messages.py": 1,
    },
    "what a class has handed in, or is given: tests/bench/grading": {
        "bench/grading/backends.py": 1, "bench/grading/sandbox.py": 1,
    },
    "the kernel's, a descriptor that is open, or the null device": {
        "accord/__main__.py": 1, "accord/batches.py": 1, "accord/cli/options/sources.py": 1,
        "accord/cli/output.py": 1, "bench/isolation/limits.py": 1,
        "bench/isolation/timed_run.py": 1, "bench/isolation/watchdog.py": 1,
        "bench/isolation/worker_process.py": 1, "bench/machine/cores.py": 1,
        "bench/machine/environment.py": 1,
        "bench/machine/machine.py": 1, "bench/measuring/cgroup.py": 3,
        "bench/measuring/memory_files.py": 3, "bench/measuring/process_tree.py": 1,
        "bench/measuring/shared_segments.py": 1,
        "solvers/programs/program.py": 1,
    },
}  # fmt: skip


WORDS = re.compile(
    rf"\b({'|'.join(FILES)})\(|\b({'|'.join(PARSERS)})\.|^from ({'|'.join(PARSERS)}) ", re.MULTILINE
)


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    """What the sources consist of in which one of these words stands, with the file."""
    return [
        (str(file.relative_to(ROOT)), node)
        for floor in FLOORS
        for file in sorted((ROOT / floor).rglob("*.py"))
        if WORDS.search(text := file.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call | ast.ImportFrom)
    ]


def _opens(node: ast.Call) -> bool:
    """Whether a call opens, reads, parses or writes a file."""
    if isinstance(node.func, ast.Attribute):
        name, whose = node.func.attr, ast.unparse(node.func.value)
        return name in FILES or name in PARSERS.get(whose, ())
    return isinstance(node.func, ast.Name) and node.func.id in BARE


def test_files_are_opened_and_parsed_only_where_that_is_meant() -> None:
    meant = Counter[str]()
    for files in PLACES.values():
        meant.update(files)
    found = (file for file, node in nodes() if isinstance(node, ast.Call) and _opens(node))
    assert Counter(found) == meant


def test_parsers_go_by_no_other_name() -> None:
    for file, node in nodes():
        if isinstance(node, ast.ImportFrom) and node.module in PARSERS:
            named = {each.name for each in node.names} & PARSERS[node.module]
            assert not named or file == "accord/__init__.py", f"{file}: {named}"


def test_the_reading_finds_what_it_is_for() -> None:
    found = (
        "open(a); path.open(); os.open(a, b); a.read_text(); a.b.read_bytes(); json.loads(a); "
        "tomllib.load(a); csv.reader(a); copyfile(a, b); (a / b).write_text(c); "
        "open_outside(a); read_outside(a); json_value(a); re.compile(a); kernel.load()"
    )
    nodes = [node for node in ast.walk(ast.parse(found)) if isinstance(node, ast.Call)]
    assert [*map(_opens, nodes)].count(True) == 10
