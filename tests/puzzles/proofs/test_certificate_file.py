"""Certificates in one file: read as they were written, and strictly."""

import json
import zlib
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from accord.puzzles.files.texts import read
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.certificate_file import (
    NamedCertificate,
    NoCertificate,
    lines_of,
    ready_to_append,
    written_failure,
    written_line,
)
from accord.puzzles.proofs.lrat import written_text
from refutation import refutation

UNIQUE, SOLUTION = "3..1..2......4..", tuple(map(int, "3241412323141432"))


def certificate() -> Certificate:
    """Of a puzzle, by a producer of the tests."""
    made = Certificate(read(UNIQUE), (SOLUTION,), b"", "by hand")
    return replace(made, proof=written_text(refutation(made.formula), made.formula.clauses))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    made, none = certificate(), NoCertificate("b\n", "0" * 16, "x", "too large", "2 clauses")
    file = tmp_path / "some.jsonl"
    file.write_bytes(written_line("a/1", made) + written_failure(none))
    first, second = (each.read() for each in lines_of(file))
    assert (first, second) == (NamedCertificate("a/1", made), none)
    made.check()


PACKED = zlib.compress(b"1 0 1 0\n" * 200_000)
HALF, MORE, BOMB = (
    b64encode(each).decode()
    for each in (zlib.compress(b"1 0")[:-5], zlib.compress(b"1 0") + b"1", PACKED)
)
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "another key": ({"more": 1}, "found the key 'more', expected"),
    "another format": ({"format": 2}, "format: found 2, expected 1"),
    "another answer": ({"answer": "none"}, "answer: found none, expected unique"),
    "another digest": ({"digest": "0" * 64}, "digest: found 0000"),
    "another puzzle": ({"puzzle": "0" * 16}, "puzzle: found 0000"),
    "another problem": ({"problem": {"size": 4, "givens": "." * 16}}, "puzzle: found "),
    "no problem": ({"problem": []}, "expected"),
    "true for 1": ({"reference": True}, "reference: found true, expected a whole number"),
    "an unknown version": ({"reference": 99}, "found version 99 of the reference formula"),
    "no base64": ({"proof": "é"}, "proof: .* expected base64 of zlib"),
    "no zlib": ({"proof": "AAAA"}, "proof: .* expected base64 of zlib"),
    "half a proof": ({"proof": HALF}, "proof: found a part of it, or more, expected it whole"),
    "a proof and more": ({"proof": MORE}, "proof: found a part of it, or more, expected it whole"),
    "a bomb": ({"proof": BOMB}, "proof: found more than 1,000,000 bytes, expected fewer"),
    "half a witness": ({"witnesses": [[1]]}, "witness 1: found 1 values, expected 16"),
    "a witness outside": ({"witnesses": [[9] * 16]}, "witness"),
    "left out": ({"omitted": ["x"]}, "omitted: found"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_line_that_is_no_certificate_says_where_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    change, why = WRONG[case]
    monkeypatch.setattr("accord.puzzles.proofs.certificate_file.LONGEST", 1_000_000)
    file = tmp_path / "some.jsonl"
    line = json.loads(written_line("a", certificate()))
    file.write_text(f"{json.dumps(line | change)}\n")
    (found,) = lines_of(file)
    with pytest.raises(CertificateError, match=rf"some\.jsonl:1: .*{why}"):
        found.read()


@pytest.mark.parametrize("torn", [b'{"format"', b"x" * 70_000])
def test_a_last_line_that_is_not_whole_is_removed(tmp_path: Path, torn: bytes) -> None:
    whole, file = written_line("a", certificate()), tmp_path / "some.jsonl"
    for before in (b"", whole, whole * 3):
        file.write_bytes(before + torn)
        with file.open("a+b") as opened:
            ready_to_append(opened)
            opened.write(whole)
        assert file.read_bytes() == before + whole
