"""What the page about threats promises is held by tests that exist, line by line."""

import re

from places import ROOT

TEXT = (ROOT / "docs" / "explanation" / "threat-model.md").read_text(encoding="utf-8")


def test_each_line_of_each_table_names_a_test_that_holds_it() -> None:
    tables = re.findall(r"^\|.*\|\n\|[-|]+\|\n((?:\|.*\|\n)+)", TEXT, re.MULTILINE)
    assert len(tables) == len(re.findall(r"^\|[-|]+\|$", TEXT, re.MULTILINE)) > 5
    for table in tables:
        first, *others = (line.split("|")[1:-1] for line in table.splitlines())
        assert "`test_" in first[2], first
        assert all(re.search(r"`test_|^ the same\b", held) for _, _, held in others)


def test_the_tests_that_the_threat_model_names_exist() -> None:
    named = {*re.findall(r"`(test_\w+)`", TEXT)}
    files = ROOT.glob("tests/**/test_*.py")
    written = {
        name
        for each in files
        for name in re.findall(r"^def (test_\w+)\(", each.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named <= written, named - written
