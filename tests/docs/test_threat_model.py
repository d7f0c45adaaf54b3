"""What the page about threats promises is held by tests that exist."""

import re

from places import ROOT

PAGE = ROOT / "docs" / "explanation" / "threat-model.md"


def test_the_tests_that_the_threat_model_names_exist() -> None:
    named = {*re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8"))}
    written = "".join(each.read_text(encoding="utf-8") for each in ROOT.glob("tests/**/test_*.py"))
    assert named
    assert {name for name in named if f"def {name}(" not in written} == set()
