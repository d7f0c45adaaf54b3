"""LRAT: a proof as lines that each name the clauses from which they follow.

    text        10 2 0 9 1 6 3 0    lemma number 10 is the clause (2): unit propagation over the
                                    clauses 9, 1, 6 and 3, in this order, ends in a conflict
                11 5 2 0 4 -10 7 0  the clause (5 or 2), by RAT: with clause 10 over clause 7
                11 d 1 3 0          the clauses 1 and 3 are deleted
    binary      `a` NUMBER LITERALS 0 HINTS 0, or `d` NUMBERS 0; each number n is 2n, or -2n + 1 if
                it is negative, in groups of seven bits, the lowest first (LEB128)

A number is written in one way only: no sign before a positive one, no zero at its beginning, ASCII
digits, no bits that say nothing; between two of them stands one space.  The number at the beginning
of a deletion says nothing, so that the binary format has none.

L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient certified RAT
verification", CADE 2017; the binary format is that of drat-trim's `compress` and of CaDiCaL.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

LARGEST = 10**18 - 1  # of numbers and variables: they fit in 64 bits
EXPECTED = "expected NUMBER LITERALS 0 HINTS 0 or NUMBER d NUMBERS 0"
_LONGEST = 9  # bytes of a number
_SHOWN = 40  # bytes of a line that is refused

_NUMBER = rb"[1-9][0-9]{0,17}"
_LEMMA = re.compile(rb"(N)((?: -?N)*) 0((?: -?N)*) 0".replace(b"N", _NUMBER))
_DELETION = re.compile(rb"N d((?: N)*) 0".replace(b"N", _NUMBER))


class ProofError(ValueError):
    """A text proves nothing; says the line, from 1, and what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Lemma(NamedTuple):
    """A clause and why it may be added."""

    number: int
    clause: tuple[int, ...]  # literals; the first is the pivot of RAT
    hints: tuple[int, ...]  # numbers of clauses; -N begins what is said of clause N by RAT


class Deletion(NamedTuple):
    """Clauses that no later line names."""

    numbers: tuple[int, ...]


def read_lrat(proof: bytes) -> Iterator[Lemma | Deletion]:
    """The lines of a proof in either format; a binary one begins with a letter.

    Raises:
        ProofError: a line is not understood.
    """
    return _read_binary(proof) if proof[:1] in (b"a", b"d") else _read_text(proof)


def _read_text(proof: bytes) -> Iterator[Lemma | Deletion]:
    for number, line in enumerate(proof.removesuffix(b"\n").split(b"\n"), 1):
        if found := _LEMMA.fullmatch(line):
            yield Lemma(int(found[1]), _numbers(found[2]), _numbers(found[3]))
        elif found := _DELETION.fullmatch(line):
            yield Deletion(_numbers(found[1]))
        else:
            raise ProofError(number, f"found {ascii(line[:_SHOWN])[1:]}, {EXPECTED}")


def _numbers(text: bytes) -> tuple[int, ...]:
    return tuple(map(int, text.decode().split()))


def _read_binary(proof: bytes) -> Iterator[Lemma | Deletion]:
    at = line = 0
    while at < len(proof):
        letter, line, at = proof[at : at + 1], line + 1, at + 1
        if letter not in (b"a", b"d"):
            raise ProofError(line, f"found {ascii(letter)[1:]}, expected a or d")
        literals, at = _read_list(proof, at, line)
        if letter == b"a":
            hints, at = _read_list(proof, at, line)
            if not literals or literals[0] < 0:
                raise ProofError(line, f"found no number of a lemma, {EXPECTED}")
            yield Lemma(literals[0], tuple(literals[1:]), tuple(hints))
        else:
            if any(number < 0 for number in literals):
                raise ProofError(line, f"found {min(literals)} among what is deleted, {EXPECTED}")
            yield Deletion(tuple(literals))


def _read_list(proof: bytes, at: int, line: int) -> tuple[list[int], int]:
    """The numbers before the next zero, and where the bytes behind it begin."""
    numbers = list[int]()
    while True:
        start, bits = at, 0
        while at < len(proof) and proof[at] > 127 and at - start < _LONGEST:
            bits |= (proof[at] & 127) << 7 * (at - start)
            at += 1
        if at == len(proof):
            raise ProofError(line, "found the end of the proof, expected a zero")
        bits |= proof[at] << 7 * (at - start)
        at += 1
        if bits == 0 and at == start + 1:
            return numbers, at
        if not proof[at - 1] or not 1 <= bits >> 1 <= LARGEST:
            raise ProofError(line, f"found the bytes {proof[start:at][:_SHOWN].hex()}, no number")
        numbers.append(-(bits >> 1) if bits & 1 else bits >> 1)


def written_text(lines: Iterable[Lemma | Deletion], clauses: int) -> bytes:
    """A proof as text.

    Args:
        lines: of the proof.
        clauses: how many the formula has; a deletion before the first lemma begins with it.
    """
    rows, number = list[str](), max(clauses, 1)
    for line in lines:
        if isinstance(line, Lemma):
            number = line.number
            rows.append(" ".join(map(str, (number, *line.clause, 0, *line.hints, 0))))
        else:
            rows.append(" ".join(map(str, (number, "d", *line.numbers, 0))))
    return "".join(f"{row}\n" for row in rows).encode()


def written_binary(lines: Iterable[Lemma | Deletion]) -> bytes:
    """A proof in the binary format."""
    proof = bytearray()
    for line in lines:
        if isinstance(line, Lemma):
            proof += b"a" + _bytes((line.number, *line.clause, 0, *line.hints, 0))
        else:
            proof += b"d" + _bytes((*line.numbers, 0))
    return bytes(proof)


def _bytes(numbers: Iterable[int]) -> bytes:
    data = bytearray()
    for number in numbers:
        bits = 2 * abs(number) + (number < 0)
        while bits > 127:
            data.append(bits & 127 | 128)
            bits >>= 7
        data.append(bits)
    return bytes(data)
