"""Locked sets: k things that together find room in only k places, so that they fill them.

One search serves naked sets (cells and the values left to them), hidden sets (values and the cells
left to them) and fish (lines and the crossing lines left to a value in them).  It grows a set one
member at a time and drops it as soon as it needs more than k places.
"""

from collections.abc import Iterator, Sequence


def locked_sets(
    items: Sequence[tuple[int, int]], size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The sets of `size` items whose places are `size` together, each with these places.

    Args:
        items: pairs of an item and the set of its places.
        size: k, at least 1.
    """
    fitting = [(item, places) for item, places in items if places.bit_count() <= size]

    def grown(
        start: int, chosen: tuple[int, ...], union: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        missing = size - len(chosen)
        for index in range(start, len(fitting) - missing + 1):
            item, places = fitting[index]
            together = union | places
            if together.bit_count() > size:
                continue
            if missing > 1:
                yield from grown(index + 1, (*chosen, item), together)
            elif together.bit_count() == size:
                yield (*chosen, item), together

    if len(fitting) >= size:
        yield from grown(0, (), 0)
