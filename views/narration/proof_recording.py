"""A proof as a recording: its steps as events, so that a person can follow them.

    decide       the opposite of the lemma is assumed, literal by literal
    assign,      what a hint says then: its clause has one literal left.  The reason is the
    remove       constraint that the clause belongs to, a lemma before, or a witness
    conflict     the last hint has no literal left
    backtrack    so the lemma holds; one of one literal changes the board for good

What only says again what the board shows is no event: that a cell with a value has no other.  Sums
and tables have literals of their own; these are not shown, and what follows from them rests on the
cells that they follow from.  Lemmas are counted from 1, but for those of one literal that follow
with nothing assumed.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from accord.puzzles import AllDifferent, Domain, Grid, Puzzle
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, listed, plural
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.literals import Clause
from accord.puzzles.proofs.lrat import Deletion, Lemma, read_lrat
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.puzzles.puzzle import is_plain
from accord.solvers.traces.events import End, Event, Header, Kind, Reason, Recording
from accord.solvers.traces.record import MOST
from accord.solvers.traces.replay import Replay

PROOF = "proof"  # in place of a solver
NAMED = 8  # literals of a lemma; more are counted


class Atom(NamedTuple):
    """The meaning of a literal: a cell has a value, or has it not."""

    cell: int
    value: int
    holds: bool  # that it is the value; else that it is not


class Grounds(NamedTuple):
    """The cells and the constraint that a literal rests on which is not shown."""

    cells: frozenset[int]
    constraint: int | None  # the last one
    alone: bool = False  # nothing else is needed than the constraint and the domains of the cells


def proof_recording(certificate: Certificate, most: int = MOST) -> Recording:
    """The steps of the proof that a problem has no solution but the witnesses, or no better one.

    Args:
        certificate: is checked; of a puzzle with other constraints than that cells differ, the same
            problem without its grid is shown, and of a problem with an objective that of its better
            solutions, which has none.
        most: how many events are kept, the first ones; the others are counted.

    Raises:
        CertificateError: a witness is none.
        ProofError: the proof proves nothing.
    """
    certificate.check()
    shown = problem = certificate.subject
    if not is_plain(problem):
        shown = problem.without_grid()
    witnesses = certificate.witnesses if certificate.problem.goal is None else ()
    grids = [Grid(each) if isinstance(shown, Puzzle) else each for each in witnesses]
    made = {"producer": certificate.producer} if certificate.producer else {}
    header = Header(shown, PROOF, made, limit=None)
    steps = _Steps(header, certificate.formula, len(grids), most)
    for number, grid in enumerate(grids, 1):
        last = number == len(grids)
        says = f"Solution {number} is known{'; what follows proves that there is no other' * last}."
        steps.add(Event("solution", grid=grid, reason={"sentence": says}))
    if certificate.problem.goal is not None:
        steps.note(_about_best(certificate))
    for line in read_lrat(certificate.proof):
        steps.follow(line)
    return steps.recording(grids)


class _Steps:
    """The events of a proof, and the board after them."""

    def __init__(
        self, header: Header, formula: ReferenceFormula, witnesses: int, most: int
    ) -> None:
        self.header, self.formula, self.most = header, formula, most
        self.events, self.number = list[Event](), 0
        self.replay = Replay(header.problem)
        self.domains = [[*Domain.of(domain)] for domain in header.problem.domains]
        own = ((formula.literal(cell, v) for v in d) for cell, d in enumerate(self.domains))
        self.starts = [*accumulate((len({*map(abs, each)}) for each in own), initial=1)]
        self.atoms = dict[int, Atom]()  # that were asked for
        self.known = formula.clauses - witnesses  # the clauses behind are of witnesses
        self.lemmas, self.names = dict[int, Clause](), dict[int, str]()  # by number
        self.false = set[int]()  # literals, under what is assumed
        self.grounds = dict[int, Grounds]()  # by variables that are not shown, as assumed
        self.shown = dict[int, Grounds]()  # the same where nothing is assumed
        self.owners = dict[int, int]()  # the constraints of these variables
        self.lines = self.hints = 0
        self.ended = False  # there was a conflict

    def recording(self, grids: Sequence[Grid | tuple[int, ...]]) -> Recording:
        """The recording."""
        counters = {"lemmas": self.lines, "hints": self.hints}
        end = End(
            "SAT" if grids else "UNSAT",
            exhausted=True,
            counters=counters,
            events=self.number,
            left_out=self.number - len(self.events),
            grid=grids[-1] if grids else self.replay.grid,
        )
        return Recording(self.header, self.events, end, proved=True)

    def add(self, event: Event) -> None:
        """Add an event, or count it."""
        self.replay.apply(event)
        self.number += 1
        if self.number <= self.most:
            self.events.append(event)

    def say(self, kind: Kind, cell: int | None, value: int | None, reason: Reason) -> None:
        """Add an event that is no decision."""
        self.add(Event(kind, cell, value, reason))

    def follow(self, line: Lemma | Deletion) -> None:
        """Write the events of a line of the proof."""
        if isinstance(line, Deletion):
            for number in line.numbers:
                self.lemmas.pop(number, None)
            return
        self.lines, self.hints = self.lines + 1, self.hints + len(line.hints)
        self.false, self.grounds, self.ended = set(line.clause), {**self.shown}, False
        if self.formula.variables >= self.starts[-1]:
            self.own(line)
        if not line.clause or self.is_direct(line):
            self.steps(line)
        else:
            name = self.names[line.number] = f"lemma {len(self.names) + 1}"
            self.lemma(line, name)
        self.lemmas[line.number] = line.clause

    def lemma(self, line: Lemma, name: str) -> None:
        """Write the events of a lemma that is shown by assuming the opposite."""
        if any(hint < 0 for hint in line.hints):
            self.note(f"{name}: it says what a further literal means, and nothing of the cells.")
        elif self.assume(line.clause, name):
            self.steps(line)
            self.conclude(line.clause, name)
        else:
            steps = counted(len(line.hints), "step")
            self.note(f"{name}, about further literals only: its {steps} are not shown.")

    def steps(self, lemma: Lemma) -> None:
        """Follow each hint in turn, until the lemma is proved."""
        for hint in lemma.hints:
            if not self.ended:
                self.step(hint)

    def own(self, lemma: Lemma) -> None:
        """Note which constraints further literals belong to, and what a lemma of one rests on."""
        cells = set[int]()
        for hint in map(abs, lemma.hints):
            place = self.formula.constraint_of(hint)
            for literal in self.clause(hint):
                if atom := self.atom(literal):
                    cells.add(atom.cell)
                elif place is not None:
                    self.owners.setdefault(abs(literal), place)
        if len(lemma.clause) == 1 and not self.atom(lemma.clause[0]):
            variable = abs(lemma.clause[0])
            self.shown[variable] = Grounds(frozenset(cells), self.owners.get(variable))

    def is_direct(self, lemma: Lemma) -> bool:
        """Whether a lemma of one literal follows from its hints with nothing assumed."""
        false, left = set[int](), list[int]()
        if len(lemma.clause) > 1:
            return False
        for hint in lemma.hints:
            left = [literal for literal in self.clause(hint) if literal not in false]
            if len(left) != 1:
                return False
            false.add(-left[0])
        if direct := tuple(left) == lemma.clause:
            self.false = set()
        return direct

    def clause(self, number: int) -> Clause:
        """A lemma, or a clause of the formula."""
        return self.lemmas.get(number) or self.formula[number]

    def note(self, text: str) -> None:
        """Write a sentence between the steps, where nothing is assumed."""
        self.add(Event("restart", depth=0, reason={"sentence": _capital(text)}))

    def assume(self, clause: Clause, name: str) -> bool:
        """Assume the opposite of a lemma; whether what follows can be shown."""
        atoms = [self.atom(-literal) for literal in clause]
        further = atoms.count(None)
        besides = f", besides {counted(further, 'further literal')}," * bool(further)
        start = f"{_capital(name)}: assume{besides}"
        for atom in atoms:
            if atom is None or self.ended or not self.changes(atom):
                if atom and not self.ended and atom.holds and not self.has(atom):
                    self.fail(f"Conflict: assume also that {self.words(atom)}, which it is not.")
                continue
            reason = {"decision": PROOF, "sentence": f"{start} that {self.words(atom)}."}
            depth = self.replay.depth + 1
            self.add(Event("decide", atom.cell, atom.value, reason, depth, atom.holds))
            start = "Assume also"
        return bool(self.replay.depth) or self.ended

    def changes(self, atom: Atom) -> bool:
        """Whether an atom would change the board."""
        domain = self.replay.domains[atom.cell]
        settled = atom.holds and self.replay.settled[atom.cell]
        return self.has(atom) and not (settled and len(domain) == 1)

    def has(self, atom: Atom) -> bool:
        """Whether the value is still a candidate of the cell."""
        return atom.value in self.replay.domains[atom.cell]

    def fail(self, text: str) -> None:
        """Write a conflict that the board shows."""
        self.ended = True
        self.say("conflict", None, None, {"domain": [], "sentence": text})

    def step(self, hint: int) -> None:
        """Note what follows from a clause with one literal left, or none."""
        clause = self.clause(hint)
        left = [literal for literal in clause if literal not in self.false]
        if not left:
            self.conflict(hint, clause)
            return
        literal = left[0]
        self.false.add(-literal)
        atom = self.atom(literal)
        if atom is None and abs(literal) in self.shown:
            return
        if atom is None:
            self.grounds[abs(literal)] = self.ground(hint, clause, literal)
        elif self.changes(atom):
            self.change(atom, hint, clause)
        elif atom.holds and not self.has(atom):
            self.conflict(hint, clause)  # which the board shows before the proof says so

    def change(self, atom: Atom, hint: int, clause: Clause) -> None:
        """Write the event of a literal of the problem."""
        reason = self.reason(atom, hint, clause)
        cell, value = atom.cell, atom.value
        if not atom.holds:
            self.say("remove", cell, value, reason)
            return
        if "domains" in reason:  # a constraint takes all values but one
            others = Domain.of(self.replay.domains[cell] - {value})
            if others:
                self.add(Event("remove", cell, None, reason, values=others))
            reason = {"domain": [value]}
        self.say("assign", cell, value, reason)

    def reason(self, atom: Atom, hint: int, clause: Clause) -> Reason:
        """The reason for which a literal of the problem is true."""
        what = f"{self.header.name(atom.cell)} {'=' if atom.holds else 'loses'} {atom.value}"
        if hint > self.known:
            return self.by_clause(f"{what}: {self.called(hint)}", hint, clause)
        literal = self.literal(atom)
        place, others = self.formula.constraint_of(hint), [x for x in clause if x != literal]
        atoms = [each for each in map(self.atom, others) if each]
        if place is None and len(atoms) == len(others):
            return {"domain": [atom.value]}
        if self.is_different(place) and len(atoms) == len(others):
            return {"constraint": place, **({} if atom.holds else {"cells": [atoms[0].cell]})}
        return self.by_domains(what, self.ground(hint, clause, literal), atom.cell)

    def by_domains(self, what: str, ground: Grounds, cell: int | None = None) -> Reason:
        """The reason that a constraint leaves nothing else."""
        cells = sorted(ground.cells - {cell})
        if ground.constraint is None or not ground.alone:
            by = "" if ground.constraint is None else f"{self.house(ground.constraint)}, with "
            text = f"{what}: {by}further literals that hold by then."
            return {"clause": [], "cells": cells, "sentence": text}
        left = [str(Domain.of(self.replay.domains[each])) for each in cells]
        return {"constraint": ground.constraint, "cells": cells, "domains": left}

    def by_clause(self, text: str, hint: int, clause: Clause) -> Reason:
        """The reason that is a lemma or a witness, with a sentence."""
        atoms = [list(atom) for atom in map(self.atom, clause) if atom]
        marked = atoms if hint > self.formula.clauses else []
        return {"clause": marked, "learnt": True, "sentence": f"{text}."}

    def conflict(self, hint: int, clause: Clause) -> None:
        """Write the event that ends the steps of a lemma."""
        place, atoms = self.formula.constraint_of(hint), [*map(self.atom, clause)]
        shown = [atom for atom in atoms if atom]
        cell, self.ended = None, True
        if hint > self.known:
            reason = self.by_clause(f"Conflict: {self.called(hint)}", hint, clause)
        elif place is None:
            cell, reason = shown[0].cell if shown else None, {"domain": []}
        elif self.is_different(place) and shown and shown[0].holds:
            reason = {"constraint": place, "value": shown[0].value}
        elif self.is_different(place) and shown:
            cells = [atom.cell for atom in shown]
            text = f"Conflict: {listed(map(self.header.name, cells))} are both {shown[0].value}"
            text += f" ({self.house(place)})."
            reason = {"constraint": place, "cells": cells, "sentence": text}
        else:
            reason = self.by_domains("Conflict", self.ground(hint, clause))
        self.say("conflict", cell, None, reason)

    def conclude(self, clause: Clause, name: str) -> None:
        """Show the lemma as proved; nothing is assumed any more."""
        text = f"So {name}: {self.either(clause)}."
        self.say("backtrack", None, None, {"sentence": text})
        atom = self.atom(clause[0]) if len(clause) == 1 else None
        if atom and self.changes(atom):
            what = f"{self.header.name(atom.cell)} {'=' if atom.holds else 'loses'} {atom.value}"
            kind: Kind = "assign" if atom.holds else "remove"
            reason = {"clause": [list(atom)], "learnt": True, "sentence": f"{what}: {name}."}
            self.say(kind, atom.cell, atom.value, reason)

    def ground(self, hint: int, clause: Clause, literal: int | None = None) -> Grounds:
        """The cells of a clause's other literals, which a literal rests on, directly or not."""
        place = self.formula.constraint_of(hint)
        cells, alone, places = set[int](), hint <= self.known, {place} - {None}
        for other in clause:
            if other == literal:
                continue
            if atom := self.atom(other):
                cells.add(atom.cell)
                continue
            ground = self.grounds.get(abs(other), Grounds(frozenset(), None))
            cells |= ground.cells
            places |= {ground.constraint} - {None}
            alone = alone and ground.alone
            place = ground.constraint if place is None else place
        return Grounds(frozenset(cells), place, alone and len(places) <= 1)

    def is_different(self, place: int | None) -> bool:
        """Whether a constraint is that cells differ."""
        return place is not None and isinstance(self.header.constraints[place], AllDifferent)

    def atom(self, literal: int) -> Atom | None:
        """The meaning of a literal of the problem; None of a further one."""
        variable = abs(literal)
        if variable >= self.starts[-1]:
            return None
        if (atom := self.atoms.get(literal)) is None:
            cell = bisect_right(self.starts, variable) - 1
            own = self.domains[cell]
            value = next(each for each in own if self.formula.literal(cell, each) == variable)
            atom = self.atoms[literal] = Atom(cell, value, literal > 0)
        return atom

    def literal(self, atom: Atom) -> int:
        """The literal that says this."""
        literal = self.formula.literal(atom.cell, atom.value)
        return literal if atom.holds else -literal

    def words(self, atom: Atom) -> str:
        """An atom in words: `r1c1 is 3`."""
        return f"{self.header.name(atom.cell)} is {'not ' * (not atom.holds)}{atom.value}"

    def either(self, clause: Iterable[int]) -> str:
        """The literals of a lemma, in words."""
        atoms = {literal: self.atom(literal) for literal in clause}
        told = [self.words(atom) for atom in atoms.values() if atom]
        further = [abs(literal) for literal, atom in atoms.items() if not atom]
        owners = dict.fromkeys(self.owners[each] for each in further if each in self.owners)
        of = f" of {listed(map(self.house, owners), most=2)}" * bool(owners)
        what = "a" if len(further) == 1 else f"one of {len(further)}"
        says = f"{what} further {plural(len(further), 'literal')}{of} holds"
        return listed([*told, *[says] * bool(further)], last="or", most=NAMED)

    def called(self, hint: int) -> str:
        """A clause as a reason."""
        if hint > self.formula.clauses:
            clause = self.lemmas[hint]
            if len(clause) == 1:
                return f"{self.either(clause)}, as shown before"
            return f"{self.names[hint]} says that {self.either(clause)}"
        if hint > self.known:
            return f"all else is as in solution {hint - self.known}, which is known"
        place = self.formula.constraint_of(hint)
        return "its candidates" if place is None else self.house(place)

    def house(self, place: int | None) -> str:
        """The name of a constraint."""
        assert place is not None
        return self.header.constraints[place].name or f"constraint {place + 1}"


def _about_best(certificate: Certificate) -> str:
    """What is known of the best solution, and what the steps are about."""
    if certificate.value is None:
        return "What follows proves that there is no solution, of whatever value."
    value, problem = value_text(certificate.value), certificate.problem
    known = [
        f"A solution of value {value}: {problem.worded(each)}. " for each in certificate.witnesses
    ]
    return f"{''.join(known)}What follows is about solutions better than {value}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
