"""Originals in a campaign's folder: asked as they are, also by a resumed one, never doctored."""

from pathlib import Path
from shutil import rmtree

import duckdb
import pytest

import accord
from accord.bench.campaigns.deduplicate import PUZZLES, original_of
from accord.bench.campaigns.large_problems import LARGE, PROBLEMS, put_original
from accord.bench.campaigns.merge import merge
from accord.puzzles.files.texts import read_problem
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from fake_programs import describing

FAKE = """
import re, sys
text = open(sys.argv[1]).read()
(value,) = re.findall("eq[(]x,([0-9]+)[)]", text)
assert "<!-- as it is" in text
print("v <instantiation> <list> x </list> <values>", value, "</values> </instantiation>")
print("s SATISFIABLE\\nd COMPLETE")
"""


def file(value: int, more: str = "") -> bytes:
    said = f'<var id="x"> 0..9 </var> </variables> <constraints> <intension> eq(x,{value})'
    return (
        f'<instance format="XCSP3" type="CSP"> <!-- as it is {more} --> <variables> {said} '
        "</intension> </constraints> </instance>"
    ).encode()


FILES = {"small": file(1), "large": file(2, LARGE * ".")}
INSTANCES = [Instance(name, read_xcsp3([text])) for name, text in FILES.items()]
INSTANCES.append(Instance("json", read_problem(read_xcsp3([file(3)]).to_json())))


def outcomes(folder: Path) -> list[tuple[str, str, str | None, int]]:
    rows = accord.load(folder).sort_values(["repetition", "instance"])
    asked = rows[rows["settings"] == "reads=itself"].to_dict("records")
    return [
        (row["instance"], row["outcome"], row["passed"] if row["count"] else None, row["count"])
        for row in asked
    ]


EACH = [
    ("json", "UNSUPPORTED", None, 0),
    ("large", "OK", '[[1,"fake-reader expression"]]', 1),
    ("small", "OK", '[[1,"fake-reader expression"]]', 1),
]


@pytest.fixture
def solver(tmp_path: Path) -> str:
    said = {"command": ["{folder}/fake", "{instance}"], "all": ["-a"], "exhausted": "^d COMPLETE"}
    return describing(tmp_path)(FAKE, input="xcsp3", **said)


def test_originals_are_asked_resumed_and_merged(solver: str, tmp_path: Path) -> None:
    folder, both = tmp_path / "campaign", tmp_path / "both"
    solvers = [f"{solver}:reads=itself", "backtracking-mrv"]
    accord.run(folder, INSTANCES, solvers, limit=None)
    assert outcomes(folder) == EACH
    accord.run(folder, INSTANCES, solvers, limit=None)
    assert len(accord.load(folder)) == 6
    rmtree(folder / "runs")  # as if it had been killed before its first row
    accord.run(folder, INSTANCES, solvers, limit=None)
    assert outcomes(folder) == EACH
    labels = {*accord.load(folder)["solver"]}
    assert labels == {f"{solver}:reads=itself", "backtracking-mrv"}
    assert [path.name[-7:] for path in (folder / PROBLEMS).iterdir()] == [".xml.gz"]
    merge([folder], both)
    assert kept(both) == kept(folder)
    assert {*FILES.values()} == {read.original for read in kept(both) if read}


def kept(folder: Path) -> list[Problem | None]:
    query = f"SELECT original, full_digest FROM '{folder / PUZZLES}' WHERE original IS NOT NULL"
    rows = duckdb.connect().execute(f"{query} ORDER BY place").fetchall()
    return [original_of(text, folder, digest) for text, digest in rows]


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_says_another_problem_is_no_original(name: str, tmp_path: Path) -> None:
    digest = read_xcsp3([FILES[name]]).full_digest
    written = put_original(tmp_path, FILES[name])
    assert written is not None
    assert original_of(written, tmp_path, digest) == read_xcsp3([FILES[name]])
    for other in (FILES[name].replace(b"eq(", b"ne("), FILES[name][:-5]):
        doctored = put_original(tmp_path, other)
        assert doctored is not None
        assert original_of(doctored, tmp_path, digest) is None
    for path in tmp_path.glob(f"{PROBLEMS}/*"):
        path.write_bytes(b"no gzip")
    still = original_of(written, tmp_path, digest)
    assert (still is None) is (name == "large")
