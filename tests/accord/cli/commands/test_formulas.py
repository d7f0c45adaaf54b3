"""Why a formula has no model is said clause by clause, and certified."""

from pathlib import Path

from command_line import run_here

CLASH = "p cnf 5 7\n4 5 0\n1 2 0\n-4 -5 0\n1 -2 0\n-1 3 0\n-1 -3 0\n2 3 4 0\n"


def test_a_clash_names_clauses_and_is_certified(tmp_path: Path) -> None:
    path = tmp_path / "clash.cnf"
    path.write_text(CLASH)
    why = run_here("why", str(path)).stdout
    assert why.startswith("no solution: clash of 4 parts (certified")
    numbers = ("clause 2: x1 or x2", "clause 4: x1 or not x2", "clause 5: not x1 or x3")
    assert all(each in why for each in (*numbers, "clause 6: not x1 or not x3"))
    made = run_here("certify", str(path), "-o", str(tmp_path / "made"))
    assert made.stdout.startswith("clash: none (certified): ")
    checked = run_here("certificate", str(tmp_path / "made")).stdout
    assert "none (certified): 0 solutions verified" in checked
    assert "over 7 clauses, version 2" in checked
