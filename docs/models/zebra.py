"""Five houses, and five of everything: who drinks water, and who keeps the zebra?

The puzzle is that of Life International, 17 December 1962.
"""

import cpmpy as cp

# solutions: 1


def five(names: str) -> cp.expressions.variables.NDVarArray:
    """The houses of five that differ."""
    return cp.intvar(1, 5, shape=5, name=names.split())


red, green, ivory, yellow, blue = colours = five("red green ivory yellow blue")
english, spanish, ukrainian, norwegian, japanese = nations = five(
    "english spanish ukrainian norwegian japanese"
)
dog, snails, fox, horse, zebra = pets = five("dog snails fox horse zebra")
coffee, tea, milk, juice, water = drinks = five("coffee tea milk juice water")
old_gold, kools, chesterfield, lucky_strike, parliament = smokes = five(
    "old_gold kools chesterfield lucky_strike parliament"
)

model = cp.Model(
    [cp.AllDifferent(each) for each in (colours, nations, pets, drinks, smokes)],
    english == red,
    spanish == dog,
    coffee == green,
    ukrainian == tea,
    green == ivory + 1,
    old_gold == snails,
    kools == yellow,
    milk == 3,
    norwegian == 1,
    abs(chesterfield - fox) == 1,
    abs(kools - horse) == 1,
    lucky_strike == juice,
    japanese == parliament,
    abs(norwegian - blue) == 1,
)
