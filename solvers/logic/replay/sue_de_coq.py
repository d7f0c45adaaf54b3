"""Replays Sue de Coq."""

from collections import Counter

from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.replay.entailed import Entailed, candidates, entailed, left_to, need
from accord.solvers.logic.techniques.sue_de_coq import Shared


@entailed.register
def _(reason: Shared, board: Board) -> Entailed:
    at = board.layout
    need(reason.line in at.lines, "the line is no row and no column")
    need(reason.box in at.boxes, "the box is none")
    line, box = set(reason.line.cells), set(reason.box.cells)
    parts = reason.crossing, reason.line_cells, reason.box_cells
    chosen = [cell for part in parts for cell in part]
    need(len(chosen) == len(set(chosen)), "a cell is named twice")
    need(all(parts), "a part has no cells")
    need(set(reason.crossing) <= line & box, "a cell is not where the houses cross")
    need(set(reason.line_cells) <= line - box, "a cell is not in the rest of the line")
    need(set(reason.box_cells) <= box - line, "a cell is not in the rest of the box")
    need(not any(board.values[cell] for cell in chosen), "a cell is placed")
    middle, beside, inside = (left_to(board, part) for part in parts)
    need(not middle & beside & inside, "a value of the crossing is in both rests")
    # How often a value can stand in the cells: once in the line, once in the box, but where the
    # crossing has it, or only one of the rests, once in all.
    often = Counter(middle | beside) + Counter(inside - middle)
    need(often.total() == len(chosen), "not as many values as cells")
    in_line, in_box = beside | (middle - inside), inside | (middle - beside)
    need(sorted(reason.line_values) == sorted(in_line), "other values are used up in the line")
    need(sorted(reason.box_values) == sorted(in_box), "other values are used up in the box")
    removed = candidates(board, line - set(chosen), in_line)
    removed |= candidates(board, box - set(chosen), in_box)
    return Entailed(removed=frozenset(removed))
