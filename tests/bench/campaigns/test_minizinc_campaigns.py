"""Campaigns of MiniZinc models: compiled once, and what does not compile is left out by name."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.bench.run import model_file
from command_line import run_here
from optional import program, slow

program("minizinc")
MODEL = "int: n; array[1..3] of var 1..n: x; constraint x[1] < x[3];"
SEARCH = "solve :: int_search(x, input_order, indomain_max) satisfy;"
FILES = {
    "a/least.mzn": f"{MODEL} solve minimize sum(x);",
    "a/search.mzn": f"{MODEL} {SEARCH}",
    "a/4.dzn": "n = 4;",
    "a/5.json": '{"n": 5}',
    "b/float.mzn": "var 0.0..1.0: x; solve satisfy;",
    "b/wrong.mzn": "constraint y; solve satisfy;",
}
SOLVERS = ("-s", "backtracking-mrv", "-s", "backtracking-mrv:search=model")
ASKED = ("bench", "tree", "--models", *SOLVERS, "-o", "kept", "-q")


def test_each_model_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow()
    for name, text in FILES.items():
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_text(text, encoding="utf-8")
    compile_, compiled = model_file.compiled_in, list[str]()

    def counting(folder: Path, model: Any, *options: str) -> Any:
        compiled.append(str(model.file))
        return compile_(folder, model, *options)

    monkeypatch.setattr(model_file, "compiled_in", counting)
    ran = run_here(*ASKED, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "left out: b/wrong: tree/b/wrong.mzn, line 1: undefined identifier `y'" in ran.stderr
    left_out = (tmp_path / "kept" / "left-out.txt").read_text().splitlines()
    assert [each.partition(":")[0] for each in left_out] == ["b/float", "b/wrong"]
    assert "floats" in left_out[0]
    assert len(compiled) == 6

    loaded = accord.load(tmp_path / "kept").to_dict("records")
    rows = {(each["instance"], each["settings"]): each for each in loaded}
    assert {name for name, _ in rows} == {
        f"a/{model}-{data}" for model in ("least", "search") for data in (4, 5)
    }
    assert all(each["compile_time"] > 0 for each in loaded)
    assert rows["a/search-5", "search=model"]["assignments"] == "[[4,5,5]]"
    assert rows["a/search-5", ""]["assignments"] == "[[1,1,2]]"
    assert "proposes none" in rows["a/least-4", "search=model"]["reason"]
    assert "left out: 2 models" in (shown := run_here("table", "kept", cwd=tmp_path).stdout)
    assert "with compiling" in shown

    (tmp_path / "tree" / "a" / "4.dzn").write_text("n =  4;", encoding="utf-8")
    damaged = min((tmp_path / "kept" / "compiled").iterdir())
    with gzip.open(damaged) as file:
        kept = json.load(file)
    damaged.write_bytes(gzip.compress(json.dumps(kept | {"notes": None}).encode()))
    compiled.clear()
    ran = run_here(*ASKED, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert 2 <= len(compiled) <= 3  # whose data or whose file has changed
