"""Random edits of proofs, as somebody would make who wants a false one accepted."""

from collections.abc import Callable, Sequence
from random import Random

from accord.puzzles.proofs.lrat import Deletion, Lemma, written_binary, written_text

Lines = list[Lemma | Deletion]
Edit = Callable[[Lines, int, Random], None]


def edited(lines: Sequence[Lemma | Deletion], clauses: int, near: int, draw: Random) -> bytes:
    """The proof after one to four edits, as text or binary; in one of four a byte is changed.

    Args:
        lines: of the proof.
        clauses: how many the formula has.
        near: the place of the line at which half of the edits are made.
        draw: where they are drawn.
    """
    changed = [*lines]
    for _ in range(draw.randint(1, 4)):
        at = near if draw.random() < 0.5 else draw.randrange(len(lines))
        draw.choice(EDITS)(changed, min(at, len(changed) - 1), draw)
        changed = changed or [*lines]
    proof = written_binary(changed) if draw.random() < 0.3 else written_text(changed, clauses)
    return _with_another_byte(proof, draw) if draw.random() < 0.25 else proof


def _with_another_byte(proof: bytes, draw: Random) -> bytes:
    at, by = draw.randrange(len(proof)), draw.choice(proof)
    return proof[:at] + draw.choice([b"", bytes([by]), bytes([by, proof[at]])]) + proof[at + 1 :]


def _number(lines: Lines, draw: Random) -> int:
    """The number of some clause, more often of one that the proof names or has."""
    line = draw.choice(lines)
    last = max((each.number for each in lines if isinstance(each, Lemma)), default=1)
    named = line.hints if isinstance(line, Lemma) else line.numbers
    return draw.choice([abs(each) for each in named] or [1, last, draw.randint(1, last + 1)])


def _literal(lines: Lines, draw: Random) -> int:
    """A literal of some lemma, or its negative, or one that nothing says yet."""
    used = [each for line in lines if isinstance(line, Lemma) for each in line.clause] or [1]
    sign, new = draw.choice((1, 1, -1)), max(map(abs, used)) + 10**6 + draw.randrange(2)
    return sign * draw.choice([*draw.choices(used, k=3), new])


def _dropped(lines: Lines, at: int, _: Random) -> None:
    del lines[at]


def _moved(lines: Lines, at: int, draw: Random) -> None:
    lines.insert(draw.randrange(len(lines)), lines.pop(at))


def _repeated(lines: Lines, at: int, draw: Random) -> None:
    lines.insert(draw.randint(at, len(lines)), lines[at])


def _cut(lines: Lines, at: int, _: Random) -> None:
    del lines[at + 1 :]


def _renumbered(lines: Lines, at: int, draw: Random) -> None:
    if isinstance(line := lines[at], Lemma):
        lines[at] = line._replace(number=max(1, line.number + draw.choice((-2, -1, 1, 2))))


def _added(lines: Lines, at: int, draw: Random) -> None:
    """A lemma: of one literal, or a definition, or one that a later line would need."""
    before = [each.number for each in lines[:at] if isinstance(each, Lemma)]
    clause = tuple(dict.fromkeys(_literal(lines, draw) for _ in range(draw.randrange(4))))
    hints = [_number(lines, draw) * draw.choice((1, 1, -1)) for _ in range(draw.randrange(4))]
    number = max(before, default=_number(lines, draw)) + draw.randrange(2)
    lines.insert(at, Lemma(number, clause, tuple(hints)))


def _deleted(lines: Lines, at: int, draw: Random) -> None:
    lines.insert(at, Deletion((_number(lines, draw),)))


def _of_a_list(change: Callable[[list[int], int, int], object], of_hints: bool) -> Edit:
    """An edit of the hints of a line, or of its literals: at a place, with a new number."""

    def edit(lines: Lines, at: int, draw: Random) -> None:
        line = lines[at]
        if isinstance(line, Deletion):
            numbers = [*line.numbers, _number(lines, draw)]
            change(numbers, draw.randrange(len(numbers)), _number(lines, draw))
            lines[at] = Deletion(tuple(map(abs, numbers)))
        elif of_hints:
            hints = [*line.hints, _number(lines, draw)][: max(1, len(line.hints))]
            change(hints, draw.randrange(len(hints)), _number(lines, draw))
            lines[at] = line._replace(hints=tuple(hints))
        else:
            clause = list(line.clause) or [_literal(lines, draw)]
            change(clause, draw.randrange(len(clause)), _literal(lines, draw))
            lines[at] = line._replace(clause=tuple(clause))

    return edit


EDITS: list[Edit] = [_dropped, _moved, _repeated, _cut, _renumbered, _added, _added, _deleted]
EDITS += [
    _of_a_list(change, of_hints)
    for of_hints in (True, False)
    for change in (
        lambda numbers, place, _: numbers.pop(place),
        lambda numbers, place, new: numbers.insert(place, new),
        lambda numbers, place, new: numbers.__setitem__(place, new),
        lambda numbers, place, _: numbers.__setitem__(place, -numbers[place]),
        lambda numbers, place, _: numbers.insert(0, numbers.pop(place)),
        lambda numbers, place, _: numbers.__delitem__(slice(place, None)),
    )
]
