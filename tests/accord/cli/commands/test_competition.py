"""Folders and lists are collections, and answers can be said in the competitions' words."""

import json
from pathlib import Path

import pytest

import accord
from accord.encodings.problems.xcsp3 import instantiation
from command_line import run_here

FILE = """<instance format="XCSP3" type="CSP"> <variables>
<array id="x" size="[2]"> 0..2 </array> <var id="c" type="symbolic"> red blue </var>
<var id="free"> 3 4 </var> </variables> <constraints> {} </constraints> </instance>"""
ONE = "<sum> <list> x[] mul(x[0],x[1]) </list> <condition> (eq,8) </condition> </sum>"
ONE += "<intension> ne(c,red) </intension>"
NONE = "<intension> lt(add(x[0],x[1]),0) </intension>"
NOT_KNOWN = "<stretch> <list> x[] </list> </stretch>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "mine"
    (home / "Easy").mkdir(parents=True)
    (home / "Easy" / "One-1.xml").write_text(FILE.format(ONE))
    (home / "Easy" / "None-2.xml").write_text(FILE.format(NONE))
    (home / "sum.json").write_text('{"variables": {"a": "1..2"}}')
    (home / "README.md").write_text("about")
    (home / ".hidden.xml").write_text("no file of ours")
    return home


@pytest.mark.parametrize(
    ("constraints", "status", "solutions", "code"),
    [(ONE, "SATISFIABLE", 2, 0), (NONE, "UNSATISFIABLE", 0, 0), (NOT_KNOWN, "UNSUPPORTED", 0, 2)],
)
def test_an_answer_in_the_words_of_the_competitions(
    constraints: str, status: str, solutions: int, code: int
) -> None:
    text = FILE.format(constraints)
    done = run_here("solve", "-", "--format", "xcsp3", "-n", "all", text=text)
    assert done.returncode == code, done.stderr
    lines = done.stdout.splitlines()
    assert lines.count(f"s {status}") == 1
    assert all(line[:2] in ("s ", "v ") for line in lines)
    assert lines.count("v <instantiation>") == solutions
    if solutions:
        names, values = instantiation("\n".join(lines[1:]))
        assert dict(zip(names, values, strict=True)) == {
            "x[0]": "2",
            "x[1]": "2",
            "c": "blue",
            "free": "*",
        }


def test_who_cannot_be_asked_and_who_has_no_time() -> None:
    refused = run_here("solve", "classics/send-more", "--format", "xcsp3", "-s", "dancing-links")
    assert refused.stdout == "s UNSUPPORTED\n"
    cut = run_here("solve", "classics/costas-8", "--format", "xcsp3", "-n", "all", "-t", "0.05s")
    assert cut.returncode == 124
    assert cut.stdout.startswith(("s UNKNOWN", "s SATISFIABLE"))


def test_each_instance_of_a_folder_is_named_and_has_a_status(folder: Path) -> None:
    (folder / "Easy" / "Odd.xml").write_text(FILE.format(NOT_KNOWN))
    (folder / "Easy" / "Torn.xml").write_text(FILE.format(ONE)[:-9])
    best = FILE.replace('"CSP"', '"COP"').replace(
        "</instance>", "<objectives> <minimize> x[0] </minimize> </objectives> </instance>"
    )
    (folder / "Best.xml").write_text(best.format(NONE))
    done = run_here("solve", folder, "--format", "xcsp3")
    assert done.returncode == 2
    said = [each for each in done.stdout.splitlines() if each[:2] in ("c ", "s ")]
    odd = said.pop(4)
    assert odd.startswith("c ")
    assert odd.endswith("Odd.xml: line 3: found <stretch>, not known as a constraint")
    assert said == [
        *("c Best", "s UNSATISFIABLE"),
        *("c Easy/None-2", "s UNSATISFIABLE", "s UNSUPPORTED"),
        *("c Easy/One-1", "s SATISFIABLE"),
        *("c sum", "s SATISFIABLE"),
    ]
    assert "Torn.xml: line 3: found no XML" in done.stderr


def test_a_folder_is_a_collection(folder: Path, tmp_path: Path) -> None:
    listed = run_here("collections", folder, "--json")
    rows = {each["name"]: each for each in json.loads(listed.stdout)}
    assert [*rows] == ["Easy/None-2", "Easy/One-1", "sum"]
    one = rows["Easy/One-1"]
    assert one["kinds"] == ["expression", "linear"]
    assert (one["variables"], one["constraints"]) == (5, 3)  # with that of the product
    assert len(one["digest"]) == 16
    assert "left out as no problem files: README.md" in listed.stderr
    checked = run_here("check", folder, "-s", "backtracking-mrv")
    assert checked.stdout.count("verdict:") == 3
    benched = run_here("bench", folder, "-q", "-s", "backtracking-mrv", "-o", tmp_path / "c")
    assert benched.returncode == 0, benched.stderr
    assert len(accord.load(tmp_path / "c")) == 3


def test_a_list_names_files_beside_it(folder: Path) -> None:
    chosen = folder / "chosen.txt"
    chosen.write_text("# mine\nsum.json\n\nEasy/One-1.xml  # the other\n")
    assert [each.name for each in accord.instances(str(chosen))] == ["sum", "Easy/One-1"]
    chosen.write_text("sum.json\nEasy/Two.xml\n")
    wrong = run_here("check", chosen)
    assert wrong.returncode == 2
    assert "line 2: found 'Easy/Two.xml', expected the path of a file" in wrong.stderr


def test_a_list_that_names_itself_and_an_empty_file_are_named(folder: Path) -> None:
    (folder / "one.txt").write_text("sum.json\nother.txt\n")
    (folder / "other.txt").write_text("one.txt\n")
    wrong = run_here("check", folder / "one.txt", "-s", "backtracking-mrv")
    assert wrong.returncode == 2
    assert "one.txt: found a list that names itself" in wrong.stderr
    (folder / "torn.xml").write_text("\n")
    wrong = run_here("collections", folder)
    assert wrong.returncode == 2
    assert "torn.xml: found nothing in it, expected a problem" in wrong.stderr


def test_files_that_differ_in_their_endings_have_names_that_do(folder: Path) -> None:
    (folder / "sum.xml").write_text(FILE.format(ONE))
    names = [each.name for each in accord.instances(str(folder))]
    assert names == ["Easy/None-2", "Easy/One-1", "sum.json", "sum.xml"]


def test_a_file_of_a_folder_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "Easy" / "Odd.xml").write_text(FILE.format(NOT_KNOWN))
    wrong = run_here("check", folder, "-s", "backtracking-mrv")
    assert wrong.returncode == 2
    assert "Odd.xml: line 3: found <stretch>" in wrong.stderr
    empty = folder / "Empty"
    empty.mkdir()
    nothing = run_here("check", empty)
    assert nothing.returncode == 2
    assert "Empty: found no problem files, expected files that end in .xml" in nothing.stderr
    assert "--models" not in nothing.stderr
    (empty / "m.mzn").write_text("int: n; solve satisfy;")
    (empty / "m.json").write_text('{"n": 3}')  # is data of the model, and no problem
    nothing = run_here("check", empty)
    assert "bz2; --models compiles the .mzn files" in nothing.stderr


def test_a_collection_may_be_measured_into_a_folder_of_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("bench", "4x4", "-s", "backtracking-mrv", "-q", "-o", "4x4", "--json")
    first, again = run_here(*words), run_here(*words)
    assert (first.returncode, again.returncode) == (0, 0), (first.stderr, again.stderr)
    assert first.stdout == again.stdout
