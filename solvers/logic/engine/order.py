"""The techniques in the order in which they are tried: the easiest first.

The order and the names are those of a solver of 32 techniques in four tiers, whose rules are
numbered as on SudokuWiki (A. Stuart, sudokuwiki.org/Strategy_Families).  The codes are those of
HoDoKu's regression library (B. Hobiger, hodoku.sourceforge.net/en/tech_intro.php).
"""

from collections.abc import Mapping
from types import MappingProxyType

from accord.solvers.logic.chains import coloring, cycles, inference_chains, medusa, xy_chains
from accord.solvers.logic.engine.deduction import Technique
from accord.solvers.logic.techniques import (
    bug,
    empty_rectangles,
    extended_rectangles,
    fish,
    hidden_rectangles,
    intersections,
    pair_exclusion,
    rectangles,
    singles,
    subsets,
    sue_de_coq,
    wings,
)

_NAMES = (
    "prune_candidates",
    "naked_singles",
    "hidden_singles",
    "naked_pairs",
    "naked_triples",
    "hidden_pairs",
    "hidden_triples",
    "naked_quads",
    "hidden_quads",
    "pointing_pairs_pointing_triples",
    "box_line_reduction",
    "x_wing",
    "simple_coloring_rule2",
    "simple_coloring_rule4",
    "y_wing",
    "swordfish",
    "xyz_wing",
    "x_cycles_rule1",
    "x_cycles_rule2",
    "x_cycles_rule3",
    "bug",
    "xy_chains",
    "medusa_rule1",
    "medusa_rule2",
    "medusa_rule3",
    "medusa_rule4",
    "medusa_rule5",
    "medusa_rule6",
    "jellyfish",
    "unique_rectangles_type1",
    "unique_rectangles_type2",
    "unique_rectangles_type3",
    "unique_rectangles_type3b_with_triple_pseudo_cells",
    "unique_rectangles_type4",
    "unique_rectangles_type5",
    "extended_unique_rectangles",
    "hidden_unique_rectangles",
    "wxyz_wing",
    "aligned_pair_exclusion",
    "grouped_x_cycles_rule1",
    "grouped_x_cycles_rule2",
    "grouped_x_cycles_rule3",
    "empty_rectangles",
    "finned_x_wing",
    "finned_swordfish",
    "alternating_inference_chains_rule1",
    "alternating_inference_chains_rule2",
    "alternating_inference_chains_rule3",
    "sue_de_coq",
)

_FAMILIES = (
    singles,
    subsets,
    intersections,
    pair_exclusion,
    sue_de_coq,
    fish,
    wings,
    empty_rectangles,
    coloring,
    cycles,
    xy_chains,
    inference_chains,
    medusa,
    bug,
    rectangles,
    extended_rectangles,
    hidden_rectangles,
)
_found = {technique.name: technique for family in _FAMILIES for technique in family.TECHNIQUES}

TECHNIQUES: Mapping[str, Technique] = MappingProxyType(
    {name: _found[name] for name in _NAMES if name in _found}
)
