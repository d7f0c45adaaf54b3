"""Damage as files suffer it: bytes changed, parts cut, numbers and types that do not fit.

An edit is a function from the bytes and a source of chance to other bytes; `damaged` makes one to
three.  Edits of JSON and XML keep the text whole, so that what reads its values is reached; the
others change any text.
"""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Edit = Callable[[bytes, Random], bytes]

NUMBERS = (
    *("-1", "0", "1", "2", "-0", "007", "1.5", "1e400", "NaN", "-Infinity"),
    *("1_0", "0x1F", "٣", "²", "1000000"),
    *map(str, (2**31, 2**63, -(2**63), -(10**25))),
    "9" * 4400,  # more digits than Python reads
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3, 2.5, 1e308, float("nan"), float("inf"), 10**30),
    *("", "x", "1", "r1c1", "\ud800", "\0"),
    *([], [[]], [0], [1, 2], ["x"], {}, {"": 0}, {"kind": "table"}, {"cells": 1}),
)
NOISE = (*"\0\ufeff\xa0\n \t#{}[]()<>&\"',;:=|-+.%*\\/éⅧ🟦", "\n\n", "..", "%...", "\\u0000")
BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"), ("neg(", ")"), ("<a>", "</a>"), ('{"a":', "}"))
DEEP = (300, 3000)  # brackets in each other
_NUMBER = re.compile(rb"-?[0-9]+")
_WORD = re.compile(rb"[A-Za-z]+|-?[0-9]+|[^\sA-Za-z0-9]")
_ATTRIBUTE = re.compile(rb"\s[\w:]+\s*=\s*\"[^\"]*\"")
_ELEMENT = re.compile(rb"<(\w+)[^<>]*>[^<>]*</\1>|<\w+[^<>]*/>")


def damaged(data: bytes, draw: Random) -> bytes:
    """The bytes after one to three edits."""
    kinds = [*ANY, *(OF_JSON if data.lstrip()[:1] in (b"{", b"[") else ())]
    kinds += OF_XML if data.lstrip()[:1] == b"<" else []
    for _ in range(draw.choice((1, 1, 2, 3))):
        edit: Edit = draw.choice(kinds)
        data = edit(data, draw)
    return data


def _another_byte(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data) + 1)
    return data[:at] + bytes([draw.randrange(256)]) + data[at + 1 :]


def _noise(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data) + 1)
    noise: str = draw.choice(NOISE)
    return data[:at] + noise.encode() + data[at + draw.randrange(2) :]


def _without_part(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data) + 1)
    return data[:at] + data[at + draw.choice((1, 2, 5, 20, len(data))) :]


def _doubled_part(data: bytes, draw: Random) -> bytes:
    at = draw.randrange(len(data) + 1)
    end = at + draw.choice((1, 2, 5, 20, len(data)))
    return data[:end] + data[at:]


def _another_number(data: bytes, draw: Random) -> bytes:
    return _replaced(data, _NUMBER, draw, lambda _: draw.choice(NUMBERS).encode())


def _another_word(data: bytes, draw: Random) -> bytes:
    words = _WORD.findall(data) or [b"x"]
    return _replaced(data, _WORD, draw, lambda _: draw.choice(words))


def _without_word(data: bytes, draw: Random) -> bytes:
    return _replaced(data, _WORD, draw, lambda _: b"")


def _deep(data: bytes, draw: Random) -> bytes:
    """Something in many brackets, closed or not."""
    opening, closing = draw.choice(BRACKETS)
    number = draw.choice(DEEP)
    end = closing * number if draw.random() < 0.7 else ""
    return _replaced(
        data, _WORD, draw, lambda found: (opening * number).encode() + found + end.encode()
    )


def _other_lines(data: bytes, draw: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    if draw.random() < 0.5:
        lines[one], lines[other] = lines[other], lines[one]
    elif draw.random() < 0.5:
        lines.insert(one, lines[other])
    else:
        del lines[one]
    return b"\n".join(lines)


def _recoded(data: bytes, draw: Random) -> bytes:
    return data.decode(errors="replace").encode(
        draw.choice(("utf-16", "utf-16-le", "utf-8-sig", "latin-1")), "replace"
    )


def _replaced(
    data: bytes, pattern: re.Pattern[bytes], draw: Random, by: Callable[[bytes], bytes]
) -> bytes:
    """The bytes with something else for one thing that matches."""
    found = [*pattern.finditer(data)]
    if not found:
        return data
    one = draw.choice(found)
    return data[: one.start()] + by(one[0]) + data[one.end() :]


def _another_value(data: bytes, draw: Random) -> bytes:
    """A JSON text in which a value is another, is not there, or is in lists."""
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return data
    places = [*_places(whole)]
    if not places:
        return json.dumps(draw.choice(VALUES)).encode()
    around, key = draw.choice(places)
    match draw.randrange(6):
        case 0:
            del around[key]
        case 1:
            around[key] = [around[key]]
        case 2:
            other, its_key = draw.choice(places)
            around[key], other[its_key] = other[its_key], around[key]
        case 3 if isinstance(around, dict):
            around[draw.choice(("", "value", "cells", "kind", "x", "r9c9", "size"))] = around[key]
        case 4 if isinstance(around[key], list):
            around[key] = [*around[key], *around[key]]
        case _:
            around[key] = draw.choice(VALUES)
    try:
        return json.dumps(whole).encode()
    except (ValueError, RecursionError):  # a number of 4400 digits, or a circle
        return data


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """The lists and objects in a value with each index and key, however deep they stand."""
    left = [value]
    while left:
        around = left.pop()
        if isinstance(around, dict | list):
            keys = [*around] if isinstance(around, dict) else [*range(len(around))]
            left += [around[key] for key in keys]
            yield from ((around, key) for key in keys)


def _another_attribute(data: bytes, draw: Random) -> bytes:
    other = draw.choice((b"", b' id="x"', b' size="[2][3]"', b' as="x"', b' startIndex="9"'))
    return _replaced(data, _ATTRIBUTE, draw, lambda _: other)


def _another_element(data: bytes, draw: Random) -> bytes:
    elements = [each[0] for each in _ELEMENT.finditer(data)] or [b""]
    return _replaced(data, _ELEMENT, draw, lambda own: draw.choice((b"", own * 2, *elements)))


ANY: list[Edit] = [_another_byte, _noise, _without_part, _doubled_part, _other_lines, _recoded]
ANY += [_another_number, _another_number, _another_word, _without_word, _deep]
OF_JSON: list[Edit] = [_another_value] * 12
OF_XML: list[Edit] = [_another_attribute, _another_attribute, *[_another_element] * 4]
