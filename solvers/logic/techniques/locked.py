"""Locked sets: k things that together find room in only k places, so that they fill them.

One search serves naked sets (cells and the values left to them), hidden sets (values and the cells
left to them) and fish (lines and the crossing lines left to a value in them).  It grows a set one
member at a time and drops it as soon as it needs more than k places.  Where a further member is
given, the roof of a rectangle say, the sets are those that are locked together with it.
"""

from collections.abc import Iterator, Sequence


def locked_sets(
    items: Sequence[tuple[int, int]], size: int, further: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The sets of `size` items that are locked, each with their places.

    Args:
        items: pairs of an item and the set of its places.
        size: k, at least 1.
        further: the places of one more member, if there is such; the sets have k + 1 places then.
    """
    most = size + (further > 0)
    fitting = [(item, places) for item, places in items if (places | further).bit_count() <= most]
    if len(fitting) < size:
        return
    grown: list[tuple[int, tuple[int, ...], int]] = [(0, (), further)]
    for missing in range(size, 0, -1):
        end = len(fitting) - missing + 1
        grown = [
            (index + 1, (*chosen, fitting[index][0]), together)
            for start, chosen, union in grown
            for index in range(start, end)
            if (together := union | fitting[index][1]).bit_count() <= most
        ]
    for _, chosen, together in grown:
        if together.bit_count() == most:
            yield chosen, together
