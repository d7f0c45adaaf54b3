"""A finite automaton, made deterministic, and the transitions that words of one length take.

Of an automaton that is not deterministic the states here are sets of its states, which is the
subset construction (Michael Rabin and Dana Scott, "Finite automata and their decision problems",
IBM Journal of Research and Development 3, 1959).  So each word is read in one way, and who counts
paths counts words.  The sets may be exponentially many: beyond MOST_STATES, and more than the
states, they are refused.

`layers` unrolls an automaton over variables: a state for each place, and the transitions that are
part of some accepted word within the domains.  It is what a propagator filters by and what the
decomposition says (Gilles Pesant, "A regular language membership constraint for finite sequences of
variables", CP 2004).  It costs O(places * transitions).
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.phrasing import listed

MOST_STATES = 10_000
Transition = tuple[str, int, str]  # from a state, by a value, to a state
Step = tuple[int, int, int]  # the same of numbered states


class Automaton(NamedTuple):
    """A deterministic automaton; its states are numbered from 0, where it starts."""

    names: tuple[str, ...]  # of the states
    steps: tuple[Mapping[int, int], ...]  # for each state, by value, the next one
    final: frozenset[int]  # where an accepted word ends

    def accepts(self, word: Iterable[int]) -> bool:
        """Whether the values lead to a final state."""
        state = 0
        for value in word:
            if value not in self.steps[state]:
                return False
            state = self.steps[state][value]
        return state in self.final


def states_of(transitions: Iterable[Transition]) -> set[str]:
    """The states of transitions."""
    return {state for source, _, target in transitions for state in (source, target)}


def deterministic(
    transitions: Collection[Transition], start: str, final: Collection[str]
) -> Automaton:
    """The automaton whose states are the sets of states that words lead to.

    Raises:
        MalformedConstraintError: they are more than MOST_STATES, and than the states.
    """
    by_state: dict[str, list[tuple[int, str]]] = {}
    for state, value, following in transitions:
        by_state.setdefault(state, []).append((value, following))
    most = max(MOST_STATES, len(states_of(transitions)))
    numbers = {frozenset({start}): 0}
    found, steps = [*numbers], list[dict[int, int]]()
    for states in found:  # which grows
        reached: dict[int, set[str]] = {}
        for state in states:
            for value, following in by_state.get(state, ()):
                reached.setdefault(value, set()).add(following)
        for _, each in sorted(reached.items()):
            if (one := frozenset(each)) not in numbers:
                numbers[one] = len(found)
                found.append(one)
        if len(found) > most:
            raise MalformedConstraintError(
                f"transitions: found more than {most:,} sets of states that words lead to, "
                "expected fewer, or one transition of each state by each value"
            )
        steps.append({value: numbers[frozenset(each)] for value, each in sorted(reached.items())})
    accepted = frozenset(number for one, number in numbers.items() if not one.isdisjoint(final))
    return Automaton(tuple(listed(sorted(each), "or") for each in found), tuple(steps), accepted)


def layers(automaton: Automaton, domains: Sequence[Container[int]]) -> list[list[Step]]:
    """For each place the transitions that accepted words within the domains take there.

    Where there is no such word, all are empty.
    """
    every, reached = list[list[Step]](), {0}
    for domain in domains:
        layer = [
            (state, value, following)
            for state in sorted(reached)
            for value, following in automaton.steps[state].items()
            if value in domain
        ]
        reached = {following for _, _, following in layer}
        every.append(layer)
    useful: Collection[int] = automaton.final
    for place in reversed(range(len(every))):
        every[place] = [step for step in every[place] if step[2] in useful]
        useful = {state for state, _, _ in every[place]}
    return every


def number_of_words(automaton: Automaton, domains: Sequence[Container[int]]) -> int:
    """The number of words within the domains that the automaton accepts."""
    ways = {0: 1}
    for domain in domains:
        reached: dict[int, int] = {}
        for state, number in ways.items():
            for value, following in automaton.steps[state].items():
                if value in domain:
                    reached[following] = reached.get(following, 0) + number
        ways = reached
    return sum(number for state, number in ways.items() if state in automaton.final)


def used(automaton: Automaton, domains: Sequence[Container[int]]) -> tuple[list[Step], list[int]]:
    """The transitions and the final states of accepted words within the domains; none without."""
    every = layers(automaton, domains)
    ends = {following for _, _, following in every[-1]} if every else set()
    return sorted({step for layer in every for step in layer}), sorted(ends)
