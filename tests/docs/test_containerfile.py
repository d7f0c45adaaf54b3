"""The Containerfile: each of its steps is one of continuous integration's own."""

import re

from places import ROOT

CONTAINERFILE = ROOT / "docs" / "how-to" / "Containerfile"
CI = ROOT / ".ci" / "run"


def steps(script: str) -> set[str]:
    """The commands of a script, without who runs them and which tests are chosen."""
    joined = script.replace("\\\n", " ")
    variables = r'\b(?:PATH|ACCORD_CORE_ALONE|PYTEST_ADDOPTS)=("[^"]*"|\S+) '
    around = rf'\bas_root |expect_steady \S+ |{variables}| MARKS="[^"]*"'
    plain = (re.sub(around, "", line) for line in joined.splitlines())
    return {" ".join(line.split()) for line in plain}


def test_each_step_of_the_container_is_one_of_continuous_integration() -> None:
    lines = CONTAINERFILE.read_text(encoding="utf-8").splitlines()
    asked = [line.removeprefix("RUN ") for line in lines if line.startswith("RUN ")]
    assert asked[-2:] == ["make tour", "make test"]
    assert len(asked) == 4
    assert set(asked) <= steps(CI.read_text(encoding="utf-8"))


def test_a_container_knows_no_other_instruction() -> None:
    lines = CONTAINERFILE.read_text(encoding="utf-8").splitlines()
    found = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert sorted(set(found)) == ["COPY", "FROM", "RUN", "WORKDIR"]
