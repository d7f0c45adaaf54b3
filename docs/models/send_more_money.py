"""Which digits are the letters of SEND + MORE = MONEY?

The puzzle is Henry Dudeney's, The Strand Magazine 68, 1924.
"""

import cpmpy as cp

# solutions: 1

letters = s, e, n, d, m, o, r, y = cp.intvar(0, 9, shape=8, name=list("sendmory"))


def number(*digits: cp.expressions.core.Expression) -> cp.expressions.core.Expression:
    """What the digits say, from the left."""
    return cp.sum(digit * 10**place for place, digit in enumerate(reversed(digits)))


model = cp.Model(
    cp.AllDifferent(letters),
    number(s, e, n, d) + number(m, o, r, e) == number(m, o, n, e, y),
    s > 0,
    m > 0,
)
