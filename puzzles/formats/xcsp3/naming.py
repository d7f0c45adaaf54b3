"""Names as identifiers of XCSP3, and back: whatever a variable or a state is called can be written.

An identifier begins with a letter and has letters, digits and underscores.  Any other character is
written as _XHH_, its number in hexadecimal digits; so is an underscore that would begin such a
group.  A first character that is none of an identifier stands behind a Z:

    >>> escaped("column 1"), escaped("7up"), escaped("x_X2_")
    ('column_X20_1', 'Z_X37_up', 'x_X5F_X2_')
    >>> unescaped(escaped("7up"))
    '7up'
"""

import re

from accord.puzzles.constraints import terms

OTHERS = """\
if set others card union inter diff sdiff hull djoint subset subseq supset supseq convex PI E fdiv
fmod sqrt nroot exp ln log sin cos tan asin acos atan sinh cosh tanh"""
RESERVED = frozenset((*terms.NUMBERS, *terms.TRUTH_OPERATORS, *OTHERS.split()))
"""The operators of XCSP3, which are no identifiers of variables."""
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_GROUP = re.compile(r"_X([0-9A-F]{1,6})_", re.ASCII)
_OTHER = re.compile(r"[^A-Za-z0-9_]|_(?=X[0-9A-F]{1,6}[^A-Za-z0-9])", re.ASCII)


def escaped(name: str) -> str:
    """The identifier for a name; itself where it is one."""
    if not name:
        return "Z_X_"
    rest = _OTHER.sub(lambda match: _group(match[0]), name[1:])
    first = name[0]
    behind_z = first == "Z" and (rest.startswith("_X"))
    if name in RESERVED or behind_z or not IDENTIFIER.fullmatch(first):
        return f"Z{_group(first)}{rest}"
    return first + rest


def unescaped(identifier: str) -> str:
    """The name that an identifier was made of."""
    if identifier == "Z_X_":
        return ""
    if identifier[0] == "Z" and _GROUP.match(identifier, 1):
        identifier = identifier[1:]
    return _GROUP.sub(_character, identifier)


def _group(character: str) -> str:
    return f"_X{ord(character):X}_"


def _character(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if number < 0x110000 else match[0]
