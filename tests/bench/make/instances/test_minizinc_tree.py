"""Trees of MiniZinc models: what is a model, and which data goes with it."""

from pathlib import Path

import pytest

from accord.bench.make.instances.folder import content_of
from accord.bench.make.instances.minizinc_tree import has_solve_item, listed_instances
from accord.puzzles.sudoku.shape import MalformedPuzzleError

SOLVE = "solve satisfy;"
TREE = {
    "queens/queens.mzn": f'include "lib/board.mzn"; {SOLVE}',
    "queens/fixed.mzn": f"int: m = 4; {SOLVE}",
    "queens/lib/board.mzn": "int: n; % solve satisfy;",
    "queens/8.dzn": "% m = 1;\n n = 8;",
    "queens/large/80.dzn": "n=80;",
    "queens/large/80.json": ' { "n" : 80}',
    "queens/about.json": '{"author": "somebody"}',
    "queens/list.json": "[1, 2]",
    "queens/inner/own.mzn": f"int: n; {SOLVE}",
    "queens/inner/1.dzn": "n = 1;",
    "queens/README.md": "n = 8;",
    "queens/queens.ozn": "output [];",
    "clauses.cnf": "p cnf 1 1\n1 0\n",
    "data.json": "{}",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("solve satisfy;", True),
        ("var 1..3: x;\n  solve :: a minimize x;", True),
        ("% comment\n/* solve */ solve satisfy;", True),
        ('constraint trace("% no comment", true);solve satisfy;', True),
        ("int: n; % solve satisfy;", False),
        ("int: n; /* \n; solve satisfy;", False),
        ('output ["; solve satisfy;"];', False),
        ("int: solve_time = 3; bool: resolve;", False),
        ("", False),
    ],
)
def test_a_model_has_a_solve_item(text: str, expected: bool) -> None:
    assert has_solve_item(text) == expected


def test_each_model_goes_with_the_data_of_its_folder_that_names_what_it_has(tree: Path) -> None:
    found = content_of(tree, with_models=True)
    names = {
        each.name: [str(path.relative_to(tree)) for path in each.data] for each in found.models
    }
    assert names == {
        "queens/fixed": [],
        "queens/queens-8": ["queens/8.dzn"],
        "queens/queens-large/80.dzn": ["queens/large/80.dzn"],
        "queens/queens-large/80.json": ["queens/large/80.json"],
        "queens/inner/own-1": ["queens/inner/1.dzn"],
    }
    assert [path.name for path in found.files] == ["clauses.cnf", "data.json"]
    others = ["README.md", "about.json", "list.json", "queens.ozn"]
    assert [path.name for path in found.others] == others
    assert content_of(tree).models == []


def test_a_list_says_which_model_goes_with_which_data(tree: Path) -> None:
    file = tree / "list.csv"
    file.write_text(
        "Problem, model, data_file\nqueens,queens.mzn,8.dzn; large/80.json\n"
        "queens/inner,own.mzn,1.dzn\n,queens/fixed.mzn,\n",
        encoding="utf-8",
    )
    found = listed_instances(file, tree)
    assert [each.name for each in found] == ["queens/queens-8-80", "queens/inner/own-1", "fixed"]
    assert [path.name for path in found[0].data] == ["8.dzn", "80.json"]
    far = tree.with_name(f"{tree.name}-far") / "m.mzn"
    far.parent.mkdir()
    far.write_text("solve satisfy;")
    (tree / "near.mzn").symlink_to(far)
    wrong = {
        "problem,model\nqueens,queens.mzn": "line 1: found no column data",
        "problem,model,data\nqueens,none.mzn,": "line 2: found 'none.mzn', expected a file in",
        f"problem,model,data\nqueens,../../{far.parent.name}/m.mzn,": "line 2: found ",
        f"problem,model,data\n,{far},": f"line 2: found '{far}', expected a file in",
        "problem,model,data\n,near.mzn,": "line 2: found 'near.mzn', expected a file in",
        "problem,model,data\nqueens,,8.dzn": "line 2: found '', expected a file",
    }
    for text, said in wrong.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(MalformedPuzzleError, match=said):
            listed_instances(file, tree)
