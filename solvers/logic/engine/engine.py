"""The engine: the easiest technique that finds anything, all it finds, and from the start again.

That is how a patient person works, and the path says how hard a puzzle is: by the technique that
was needed at the worst place.  Uniqueness is never assumed by default, because that would take for
granted what a solver is asked to find out.

The techniques stand in the order in which they are tried, the easiest first.  Order and names are
those of a solver of 32 techniques in four tiers, whose rules are numbered as on SudokuWiki
(A. Stuart, sudokuwiki.org/Strategy_Families).  The codes are those of HoDoKu's regression library
(B. Hobiger, hodoku.sourceforge.net/en/tech_intro.php).  Each line says how a technique is called,
by which function it is found, and the arguments of that function besides the board and the name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

from accord.puzzles.phrasing import spelled
from accord.solvers.logic.chains import coloring, medusa
from accord.solvers.logic.chains.chains import (
    forced_places,
    inference_chains,
    loops,
    open_chains,
    x_cycles,
)
from accord.solvers.logic.chains.xy_chains import xy_chains
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import TIERS, Deduction, Tier
from accord.solvers.logic.techniques import rectangles
from accord.solvers.logic.techniques.deadly import bug
from accord.solvers.logic.techniques.empty_rectangles import empty_rectangles
from accord.solvers.logic.techniques.extended_rectangles import extended_unique_rectangles
from accord.solvers.logic.techniques.fish import finned_fish, fish
from accord.solvers.logic.techniques.hidden_rectangles import hidden_unique_rectangles
from accord.solvers.logic.techniques.pair_exclusion import aligned_pair_exclusion
from accord.solvers.logic.techniques.singles import (
    hidden_singles,
    intersections,
    naked_singles,
    prune_candidates,
)
from accord.solvers.logic.techniques.subsets import hidden_sets, naked_sets
from accord.solvers.logic.techniques.sue_de_coq import sue_de_coq
from accord.solvers.logic.techniques.sums import bounded_cells, fillings, innies_and_outies
from accord.solvers.logic.techniques.wings import wings, wxyz_wing


class WrongDeductionError(Exception):
    """A technique contradicts a solution; says which, and on which board."""


@dataclass(frozen=True)
class Technique:
    """A rule of human logic.

    `find` is a pure function from a board to the deductions of all instances of its pattern, given
    out lazily; it never sees the solution, and yields only what places or removes something.
    """

    name: str  # x_wing
    title: str  # X-Wing
    tier: Tier
    find: Callable[[Board], Iterator[Deduction]] = field(repr=False)
    codes: tuple[str, ...] = ()  # of HoDoKu's library of techniques
    assumes_unique: bool = False  # holds only if the puzzle has one solution


def _technique(
    tier: Tier,
    name: str,
    title: str,
    find: Callable[..., Iterator[Deduction]],
    *codes: str,
    unique: bool = False,
    **more: Any,
) -> Technique:
    return Technique(name, title, tier, partial(find, name=name, **more), codes, unique)


_easy, _medium, _hard, _extreme = (partial(_technique, tier) for tier in TIERS)
_unique = partial(_hard, unique=True)
_AIC = "alternating_inference_chains", "Alternating inference chain"


def _rules(
    of_tier: Callable[..., Technique], name: str, title: str, find: Any, *codes: str, **more: Any
) -> Iterator[Technique]:
    """The three rules of chains among some links; the codes are those of the third."""
    for number, rule in enumerate((loops, forced_places, open_chains), 1):
        chosen = codes if rule is open_chains else ()
        of_rule = f"{name}_rule{number}", f"{title}, rule {number}", find, *chosen
        yield of_tier(*of_rule, rule=rule, **more)


_ORDER = (
    _easy("prune_candidates", "Prune candidates", prune_candidates),
    _easy("naked_singles", "Naked single", naked_singles, "0000", "0003"),
    _easy("hidden_singles", "Hidden single", hidden_singles, "0002"),
    _easy("bounded_cells", "Bound of a sum or order", bounded_cells),
    _easy("fillings", "Filling of a sum", fillings),
    _easy("naked_pairs", "Naked pair", naked_sets, "0200", size=2),
    _easy("naked_triples", "Naked triple", naked_sets, "0201", size=3),
    _easy("hidden_pairs", "Hidden pair", hidden_sets, "0210", size=2),
    _easy("hidden_triples", "Hidden triple", hidden_sets, "0211", size=3),
    _easy("naked_quads", "Naked quad", naked_sets, "0202", size=4),
    _easy("hidden_quads", "Hidden quad", hidden_sets, "0212", size=4),
    _easy(
        "pointing_pairs_pointing_triples",
        "Pointing pair or triple",
        intersections,
        "0100",
        in_boxes=True,
    ),
    _easy("box_line_reduction", "Box/line reduction", intersections, "0101", in_boxes=False),
    _medium("innies_and_outies", "Innies and outies", innies_and_outies),
    _medium("x_wing", "X-Wing", fish, "0300", size=2),
    _medium("simple_coloring_rule2", "Simple coloring, rule 2", coloring.rule2, "0501"),
    _medium("simple_coloring_rule4", "Simple coloring, rule 4", coloring.rule4, "0500"),
    _medium("y_wing", "Y-Wing", wings, "0800", hinge_values=2),
    _medium("swordfish", "Swordfish", fish, "0301", size=3),
    _medium("xyz_wing", "XYZ-Wing", wings, "0801", hinge_values=3),
    *_rules(_hard, "x_cycles", "X-cycle", x_cycles, "0400", "0401", "0403", "0701"),
    _unique("bug", "BUG", bug),
    _hard("xy_chains", "XY-chain", xy_chains, "0702"),
    _hard("medusa_rule1", "3D Medusa, rule 1", medusa.rule1),
    _hard("medusa_rule2", "3D Medusa, rule 2", medusa.rule2),
    _hard("medusa_rule3", "3D Medusa, rule 3", medusa.exclusions, ends=medusa.RULE_3),
    _hard("medusa_rule4", "3D Medusa, rule 4", medusa.exclusions, ends=medusa.RULE_4),
    _hard("medusa_rule5", "3D Medusa, rule 5", medusa.exclusions, ends=medusa.RULE_5),
    _hard("medusa_rule6", "3D Medusa, rule 6", medusa.rule6),
    _hard("jellyfish", "Jellyfish", fish, "0302", size=4),
    _unique("unique_rectangles_type1", "Unique rectangle type 1", rectangles.type1, "0600"),
    _unique("unique_rectangles_type2", "Unique rectangle type 2", rectangles.type2, "0601", "0604"),
    _unique("unique_rectangles_type3", "Unique rectangle type 3", rectangles.type3, "0602"),
    _unique(
        "unique_rectangles_type3b_with_triple_pseudo_cells",
        "Unique rectangle type 3b",
        rectangles.type3,
        "0602",
        more=True,
    ),
    _unique("unique_rectangles_type4", "Unique rectangle type 4", rectangles.type4, "0603"),
    _unique("unique_rectangles_type5", "Unique rectangle type 5", rectangles.type5),
    _unique("extended_unique_rectangles", "Extended unique rectangle", extended_unique_rectangles),
    _unique(
        "hidden_unique_rectangles", "Hidden unique rectangle", hidden_unique_rectangles, "0606"
    ),
    _hard("wxyz_wing", "WXYZ-Wing", wxyz_wing),
    _hard("aligned_pair_exclusion", "Aligned pair exclusion", aligned_pair_exclusion),
    *_rules(_extreme, "grouped_x_cycles", "Grouped X-cycle", x_cycles, grouped=True),
    _extreme("empty_rectangles", "Empty rectangle", empty_rectangles, "0402"),
    _extreme("finned_x_wing", "Finned X-Wing", finned_fish, "0310", "0320", size=2),
    _extreme("finned_swordfish", "Finned swordfish", finned_fish, "0311", "0321", size=3),
    *_rules(_extreme, *_AIC, inference_chains, "0708"),
    _extreme("sue_de_coq", "Sue de Coq", sue_de_coq),
)

TECHNIQUES: Mapping[str, Technique] = MappingProxyType({each.name: each for each in _ORDER})


@dataclass(frozen=True)
class Step:
    """The deductions that one technique finds on a board, and the board after them."""

    technique: Technique
    before: Board
    deductions: tuple[Deduction, ...]
    after: Board


def techniques_up_to(hardest: Tier = "extreme", *, unique: bool = False) -> tuple[Technique, ...]:
    """The techniques up to a tier, in order.

    Args:
        hardest: the last tier.
        unique: whether the puzzle is known to have one solution only; without that, techniques
            that assume it are left out.
    """
    allowed = TIERS[: TIERS.index(spelled(hardest, TIERS)) + 1]
    return tuple(
        technique
        for technique in TECHNIQUES.values()
        if technique.tier in allowed and (unique or not technique.assumes_unique)
    )


def steps(board: Board, techniques: Iterable[Technique]) -> Iterator[Step]:
    """The path from a board to where nothing more is found, or to a cell or house run empty."""
    chosen = tuple(techniques)
    while board.open and not board.broken:
        step = next_step(board, chosen)
        if step is None:
            return
        yield step
        board = step.after


def next_step(board: Board, techniques: Iterable[Technique]) -> Step | None:
    """The step of the first technique that finds anything on a board; None if none does."""
    for technique in techniques:
        if found := tuple(technique.find(board)):
            return Step(technique, board, found, board.successor(found))
    return None
