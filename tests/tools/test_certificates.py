"""What ships is certified: the recorded table is complete, and some of it is made again."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from accord.bench.make.instances.collection import collections
from accord.puzzles.puzzle import Instance
from developer_tools import tool
from optional import library
from places import ROOT

certificates = tool("certificates")
ROWS = {(row.collection, row.name): row for row in certificates.recorded()}
QUICK = 1000  # lines of a proof that is made again
WORDS = {0: "none", 1: "unique"}
TOO_LARGE = ("classics", "job-shop-10-665")  # claimed to have none; its tables are left out


def shipped() -> Iterator[tuple[str, Instance]]:
    for name in collections():
        for instance in certificates.certifiable(name):
            yield name, instance


def test_each_instance_has_a_row_and_what_is_claimed_of_it_is_proven() -> None:
    digests = {(name, each.name): each.problem.full_digest for name, each in shipped()}
    assert digests == {place: row.problem for place, row in ROWS.items()}
    claimed = {(name, each.name): each.expected for name, each in shipped() if each.expected}
    proven = {
        place: WORDS[expected.count]
        for place, expected in claimed.items()
        if expected.count in WORDS and place != TOO_LARGE
    }
    proven |= {
        place: f"optimum {expected.optimum}"
        for place, expected in claimed.items()
        if expected.optimum is not None and not ROWS[place].reason
    }
    assert proven == {place: ROWS[place].answer for place in proven}


def test_a_certificate_is_made_again_with_the_same_proof(drawn: int) -> None:
    library("pysat")
    quick = [place for place, row in ROWS.items() if row.lines and int(row.lines) < QUICK]
    chosen = {*Random(drawn).sample(sorted(quick), 8)}
    for name, each in shipped():
        if (name, each.name) in chosen:
            row = ROWS[name, each.name]
            made = certificates.certified(name, each, row.producer)
            assert made._replace(cpu=row.cpu) == row


def test_what_is_not_certified_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(bool(row.answer) != bool(row.reason) for row in ROWS.values())
    name, instance = next(shipped())
    monkeypatch.setattr(certificates, "LIMIT", 0.0)
    assert certificates.within_the_limit(name, instance).reason == "not within 0 s"


def test_the_page_says_how_many() -> None:
    page = (ROOT / "docs" / "explanation" / "certificates.md").read_text(encoding="utf-8")
    found = Counter(row.answer for row in ROWS.values())
    optima = sum(answer.startswith("optimum ") for answer in found.elements())
    others = len(ROWS) - found["unique"] - found["none"] - found[""] - optima
    assert f"{found['unique']} have one and {found['none']} have none. Of {others} more" in page
    assert f"of {optima} the optimum" in page
    assert f"and {found['']} have no certificate" in page
