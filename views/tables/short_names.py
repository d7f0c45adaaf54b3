"""Names of solvers that are short enough for an axis: they lose what they have in common.

`sat-cadical:augmented+sequential,seed=1` and `...seed=2` differ at their ends, which an axis would
cut off.  So of a name that is too long the middle goes: first what it shares with another name,
then as much as it takes.  Its beginning and its end stay.
"""

from collections.abc import Sequence
from itertools import takewhile

GAP = "…"
HEAD = 6  # characters that stay of what names have in common


def short_names(names: Sequence[str], longest: int) -> dict[str, str]:
    """Shorter names for those that are longer, by name; no two are the same."""
    found: dict[str, str] = {}
    taken = {name for name in names if len(name) <= longest}
    for name in names:
        if len(name) > longest:
            short = _short(name, names, longest)
            if short in taken:
                short = name
            taken.add(short)
            found[name] = short
    return found


def _short(name: str, names: Sequence[str], longest: int) -> str:
    """A name without its middle, the part that it shares with others first."""
    shared = max((_shared(name, other) for other in names if other != name), default=0)
    head = min(HEAD, shared) or HEAD
    tail = min(len(name) - shared, longest - len(GAP) - head)
    spare = longest - len(GAP) - head - tail
    if shared < head + len(GAP) or tail <= 0:  # nothing to lose but the middle
        head, tail, spare = longest // 2, longest - len(GAP) - longest // 2, 0
    return name[: head + spare] + GAP + name[len(name) - tail :]


def _shared(name: str, other: str) -> int:
    """The number of characters with which both names begin."""
    pairs = zip(name, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
