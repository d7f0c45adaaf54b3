"""The tiers of human logic's techniques, the easiest first.

They stand apart from the techniques so that the command line can name them without loading any.
"""

from typing import Literal, get_args

Tier = Literal["simple", "tough", "diabolical", "extreme"]
TIERS: tuple[Tier, ...] = get_args(Tier)
