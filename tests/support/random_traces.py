"""Traces that no solver wrote: random events, each of which can happen where it does."""

from random import Random

from accord.puzzles.puzzle import Puzzle
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.replay import Replay


def invented(puzzle: Puzzle, number: int, seed: int = 0) -> Recording:
    """A trace of random events, each of which can happen where it does."""
    random, replay, events = Random(seed), Replay(puzzle), list[Event]()
    cells = [cell for cell in puzzle.shape.cells if not puzzle.givens[cell]]
    houses = len(puzzle.constraints)
    while len(events) < number:
        cell = random.choice(cells)
        left = sorted(replay.domains[cell])
        value = random.choice(left or [0])
        reason = {"constraint": random.randrange(houses), "cells": [random.choice(cells)]}
        depth, dice = replay.depth, random.random()
        last = len(left) == 1 and not depth  # it would not come back
        if 0.08 <= dice < 0.15:
            event = Event("backtrack", depth=random.randint(0, depth))
        elif 0.15 <= dice < 0.16:
            event = Event("restart", depth=0)
        elif 0.16 <= dice < 0.2:
            event = Event("conflict", cell, None, {"domain": []})
        elif not left:
            continue
        elif dice < 0.06 or last:
            why = {"decision": "mrv", "values": [value]}
            event = Event("decide", cell, value, why, depth + 1, True)
        elif dice < 0.08:
            event = Event("decide", cell, value, {"decision": "clause"}, depth + 1, False)
        elif dice < 0.4:
            event = Event("assign", cell, value, {"domain": [value]})
        else:
            event = Event("remove", cell, value, reason)
        replay.apply(event)
        events.append(event)
    end = End("UNKNOWN", False, "out of time", {"nodes": 7}, number, 0, replay.grid)
    return Recording(Header(puzzle, "invented", {}, 1, {"accord": "0"}), events, end)
