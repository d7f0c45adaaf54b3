"""The judge: what is wrong with an answer, and what the answers together prove.

Two facts need no trust.  A grid obeys the rules of its puzzle or it does not; and a grid that
does (a *witness*) refutes every solver that claimed to be exhaustive without it.  The second
covers SAT against UNSAT, unique against multiple and short counts, and names the wrong solver.

    verdict     evidence                                              grade
    ---------   ---------------------------------------------------   -------------------------
    multiple    two different witnesses                               certified
    unique      one witness, and unrefuted claims that it is all      agreed or claimed
    none        no witness, and unrefuted claims of exhaustion        agreed or claimed
    satisfiable one witness, where no claim was asked for more        certified
    any         a certificate that is accepted                        certified
    undecided   anything less                                         none

Of a problem with an objective the best solution is asked for: best.py.

That there are several is certified by two of them; that there are no more than were found is not.
An exact count has a grade of its own: certified by a certificate, else agreed or claimed by the
unrefuted claims that it is all; where these differ from each other, or from what was verified, no
exact count is known.

`agreed` needs two unrefuted claims that are independent (independence.py); a majority is no
evidence.  This room imports nothing but puzzles/: judging can be done again over old results, and
a witness that arrives later refutes a solver of an earlier campaign.

Who is asked a MiniZinc model itself compiles it once more.  A claim of such a solver that there is
no more is refuted by what it, or another that is asked the model, has found; where only others have
found it, it is `disputed`, as the two compilations may differ, and is no evidence.

Solutions are told apart by their shown values (`Problem.projected`): two that differ in hidden
variables are one witness, and who has either of them lacks none.

What a collection expects of a puzzle is a claim like any other: `contradictions` reports it where
the evidence contradicts it, and it is itself no evidence.  (The program that gave the collection
`seeds` its naive solver printed an answer that is no solution of its puzzle.)
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, islice

from accord.bench.judge.best import Witness, best_witness, conclude, false_claims
from accord.bench.judge.claim import FINISHED, KEPT, Claim
from accord.bench.judge.independence import agreement
from accord.puzzles.objective import Value, value_text
from accord.puzzles.phrasing import counted, plural
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.puzzle import Expected

CERTIFICATE = "a certificate"  # as the finder of a solution
ORIGINAL = "minizinc", "minizinc-original"  # the solver and its model where it compiles one itself


@dataclass(frozen=True)
class Judgement:
    """A claim, why it is false, and the category that follows."""

    run: Claim
    refutations: tuple[str, ...]
    category: str  # correct, found, unknown, wrong, error, missing
    disputed: tuple[str, ...] = ()  # why it, or one of the compilations of a model, is wrong

    @property
    def decided(self) -> bool:
        """Whether it found as many valid grids as were asked for, or claims to have all."""
        return decided(self.run)


@dataclass(frozen=True)
class RefusedProof:
    """A proof that the checker has refused, with the producer that is to blame."""

    producer: str  # as the certificate says
    why: str

    def __str__(self) -> str:
        return f"the proof of {self.producer or 'an unknown producer'} is refused: {self.why}"


@dataclass(frozen=True)
class Verdict:
    """The answer on a puzzle, the grades of its evidence, and the judgement of each claim."""

    problem: Problem
    answer: str  # none, satisfiable, unique, multiple, optimum, best known, undecided
    grade: str  # certified, agreed, claimed; empty when undecided, or the best known
    count: int  # different solutions known: at least so many there are
    count_grade: str  # that there are no others: as `grade`; empty where it is not known
    witnesses: tuple[Solution, ...]  # different verified grids, the first KEPT
    supporters: tuple[str, ...]  # solvers whose unrefuted claims carry the answer
    engines: int  # different engines among them
    runs: tuple[Judgement, ...]
    carriers: tuple[str, ...] = ()  # two independent solvers, if that there are no others is agreed
    shared: str = ""  # what the first two who claim it have in common, if it is claimed
    certificate: str = ""  # what an accepted one says
    refused_proofs: tuple[RefusedProof, ...] = ()
    uncertified: str = ""  # why there is no certificate, in a word: too large
    value: Value | None = None  # of the best witness, where the best is asked for
    bound: Value | None = None  # no solution is better, as claimed or certified
    bounded_by: tuple[str, ...] = ()  # the solvers that claim this bound
    bound_grade: str = ""  # certified or claimed; empty where no bound is known

    @property
    def exhausted(self) -> bool:
        """Whether it is claimed, agreed or certified that there are no others, or no better."""
        return bool(self.count_grade)

    @property
    def graded(self) -> str:
        """The answer with its grades: `unique (agreed)`, `multiple (certified; count claimed)`."""
        grades = [self.grade] if self.grade else []
        if self.answer == "multiple" and self.count_grade:
            grades.append(f"count {self.count_grade}")
        return f"{self.answer} ({'; '.join(grades)})" if grades else self.answer

    @property
    def certification(self) -> str:
        """The state of the certificates in words: accepted, refused and why, too large, or none."""
        if self.certificate:
            return "accepted"
        if self.refused_proofs:
            return f"refused: {self.refused_proofs[-1].why}"
        return self.uncertified or "none"

    @property
    def refuted(self) -> dict[str, tuple[str, ...]]:
        """The reasons why claims are false, by refuted solver."""
        found: dict[str, tuple[str, ...]] = {}
        for each in self.runs:
            if each.refutations:
                found[each.run.label] = found.get(each.run.label, ()) + each.refutations
        return found

    @property
    def words(self) -> str:
        """The answer with its value: `unique`, `optimum 12`, `best known 12`."""
        return self.answer if self.value is None else f"{self.answer} {value_text(self.value)}"

    def __str__(self) -> str:
        refuted = f"; refuted: {', '.join(self.refuted)}" if self.refuted else ""
        return f"{self.said}{refuted}"

    @property
    def said(self) -> str:
        """The answer with its evidence, and for which solutions: `unique (certified)`."""
        assumed = self.problem.assumption
        return f"{self.words} ({self._evidence()}{'; ' * bool(assumed)}{assumed})"

    def _evidence(self) -> str:
        if self.problem.goal is not None and self.grade in ("certified", ""):
            found = f"found by {', '.join(self.supporters)}; " if self.supporters else ""
            return self.grade or f"{found}{self._bounding()}"
        if self.certificate and self.problem.goal is None:
            return f"certified: {self.certificate}" if self.count > 1 else "certified"
        if self.answer == "undecided":
            found, other = ("one", "no other") if self.count else ("no", "none")
            return f"{found} solution found, without a proof that there is {other}"
        known = f"{self.grade}: {_numbers(self.supporters, self.engines)}"
        if not self.supporters:  # all are refuted, but for solutions that are verified
            known = f"{self.grade}: {counted(len(self.witnesses), 'verified solution')}"
        if self.answer != "multiple" or not self.count_grade:
            return known
        counting = [each.run for each in self.runs if _counts(each)]
        numbers = _numbers({run.label for run in counting}, len({run.engine for run in counting}))
        return f"{known}; exactly {self.count} {self.count_grade}: {numbers}"

    def _bounding(self) -> str:
        """The bound on what is best known, and who claims it."""
        if self.bound is None:
            return "no bound" if self.value is not None else "no solution found"
        if self.bound_grade == "certified":
            return f"bound {value_text(self.bound)} certified"
        proved = f"; certified: {self.certificate}" if self.certificate else ""
        return f"bound {value_text(self.bound)} by {', '.join(self.bounded_by)}{proved}"


def _numbers(solvers: Collection[str], engines: int) -> str:
    """The numbers of solvers and engines, in words."""
    return f"{counted(len(solvers), 'solver')}, {counted(engines, 'engine')}"


def judge(
    problem: Problem,
    runs: Iterable[Claim],
    certificate: Certificate | None = None,
    check: Callable[[Certificate], None] = Certificate.check,
) -> Verdict:
    """The verdict on a puzzle from all claims about it, and a certificate if there is one.

    Args:
        problem: what was asked.
        runs: the claims.
        certificate: of this puzzle, which is checked here.
        check: checks it; another than this one may know that it was accepted before.

    Raises:
        CertificateError, ProofError: it is refused, or of another puzzle.
        FalseTheoremError: it is accepted, and a claim has a verified solution that it lacks, or
            that is better.
    """
    claims = tuple(runs)
    faults = {grid: tuple(problem.violations(grid)) for run in claims for grid in run.solutions}
    witnesses = _witnesses(problem, claims, faults)
    if certificate is not None:
        _accept(certificate, problem, witnesses, check)
    number = None if certificate is None else len(certificate.witnesses)
    reasons = _reasons(problem, claims, claims, faults, witnesses, number)
    sure, _ = _without_disputes(problem, claims, faults, reasons)
    if refuted := {run.label for run, why in zip(claims, sure, strict=True) if why}:
        trusted = sorted(claims, key=lambda run: run.label in refuted)  # named before the refuted
        finders = _witnesses(problem, trusted, faults) | {
            grid: finder for grid, finder in witnesses.items() if finder == CERTIFICATE
        }
        reasons = _reasons(problem, claims, trusted, faults, finders, number)
    reasons, disputes = _without_disputes(problem, claims, faults, reasons)
    judged = [
        Judgement(run, why, _category(problem, run, bool(why), bool(disputed)), disputed)
        for run, why, disputed in zip(claims, reasons, disputes, strict=True)
    ]
    if problem.goal is not None:
        return _verdict_on_best(problem, witnesses, tuple(judged), certificate)
    verdict = _verdict(problem, tuple(witnesses), tuple(judged))
    if certificate is None or number is None:
        return verdict
    return replace(
        verdict,
        answer=("none", "unique", "multiple")[min(number, 2)],
        grade="certified",
        count=number,
        count_grade="certified",
        shared="",
        certificate=certificate.answer,
    )


def already_accepted(_: Certificate) -> None:
    """Check nothing, as what has made the certificate has checked it."""


def _accept(
    certificate: Certificate,
    problem: Problem,
    witnesses: dict[Solution, str],
    check: Callable[[Certificate], None],
) -> None:
    """Check a certificate, and add its solutions to the witnesses of the claims."""
    if certificate.problem.full_digest != problem.full_digest:
        raise CertificateError(
            f"found a certificate of the problem {certificate.problem.digest}, "
            f"expected one of {problem.digest}"
        )
    check(certificate)
    for grid in witnesses:
        certificate.expect_witness(grid)
    known = set(map(problem.projected, witnesses))
    for solution in map(problem.solution, certificate.witnesses):
        if problem.projected(solution) not in known:
            witnesses[solution] = CERTIFICATE


def decided(run: Claim) -> bool:
    """Whether the claim has as many different valid grids as were asked for, or all."""
    return run.exhausted or (run.limit is not None and run.valid >= run.limit)


def _witnesses(
    problem: Problem, claims: Iterable[Claim], faults: dict[Solution, tuple[str, ...]]
) -> dict[Solution, str]:
    """Every valid grid, one of those with the same shown values, with who found it first.

    Which is the best may hang on the others: there each counts.
    """
    found: dict[Solution, tuple[Solution, str]] = {}  # by the shown values
    for run in claims:
        for grid in run.solutions:
            if not faults[grid]:
                what = grid if problem.goal else problem.projected(grid)
                found.setdefault(what, (grid, run.label))
    return dict(found.values())


def _reasons(
    problem: Problem,
    runs: Sequence[Claim],
    claims: Sequence[Claim],
    faults: dict[Solution, tuple[str, ...]],
    witnesses: dict[Solution, str],
    certified: int | None,
) -> list[tuple[str, ...]]:
    """For each run sentences on all that is false, each naming the first solver that shows it.

    `claims` are those of all runs, and `certified` the number of solutions that a certificate
    proves.
    """
    if problem.goal is None:
        return [_refutations(problem, run, faults, witnesses, claims, certified) for run in runs]
    best = best_witness(problem.goal, witnesses)
    return [_refutations_of_best(problem, run, faults, best) for run in runs]


def _without_disputes(
    problem: Problem,
    claims: Sequence[Claim],
    faults: dict[Solution, tuple[str, ...]],
    reasons: list[tuple[str, ...]],
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The reasons why claims are false, and apart from them those that are disputed."""
    are_original = [(run.label.partition(":")[0], run.model) == ORIGINAL for run in claims]
    same = [*compress(claims, are_original)]
    own = _reasons(problem, same, same, faults, _witnesses(problem, same, faults), None)
    sure = iter(own)
    split = [
        (next(sure), why) if is_original else (why, ())
        for is_original, why in zip(are_original, reasons, strict=True)
    ]
    return [why for why, _ in split], [() if why else disputed for why, disputed in split]


def _refutations_of_best(
    problem: Problem, run: Claim, faults: dict[Solution, tuple[str, ...]], best: Witness | None
) -> tuple[str, ...]:
    valid = [solution for solution in run.solutions if not faults[solution]]
    whole = problem.showing_all()
    return (
        *_false_grids(whole, run, faults),
        *_repetitions(whole, run),
        *false_claims(whole, run, valid, best),
    )


def _refutations(
    problem: Problem,
    run: Claim,
    faults: dict[Solution, tuple[str, ...]],
    witnesses: dict[Solution, str],
    claims: Sequence[Claim],
    certified: int | None,
) -> tuple[str, ...]:
    whole = problem.showing_all()  # two that are one solution may differ in what is hidden
    return (
        *_false_grids(whole, run, faults),
        *_repetitions(whole, run),
        *_self_contradictions(run),
        *_missing_grids(problem, run, witnesses),
        *_short_counts(run, claims, len(witnesses)),
        *_other_counts(run, certified),
    )


def _false_grids(
    problem: Problem, run: Claim, faults: dict[Solution, tuple[str, ...]]
) -> Iterator[str]:
    for grid in dict.fromkeys(run.solutions):
        if broken := faults[grid]:
            more = f" (and {len(broken) - 3} more)" if len(broken) > 3 else ""
            reasons = f"{'; '.join(broken[:3])}{more}"
            yield f"yields {problem.worded(grid)}, which is no solution: {reasons}"


def _repetitions(problem: Problem, run: Claim) -> Iterator[str]:
    seen: set[Solution] = set()
    for grid in run.solutions:
        if grid in seen:
            yield f"yields {problem.worded(grid)} more than once"
            return
        seen.add(grid)


def _self_contradictions(run: Claim) -> Iterator[str]:
    if run.contradictory:
        yield "claims that there are no others, and yields another when it is asked again"


def _missing_grids(problem: Problem, run: Claim, witnesses: dict[Solution, str]) -> Iterator[str]:
    """Sentences on a witness that an exhaustive claim lacks; only of sets that are listed."""
    if not run.exhausted or run.count > len(run.solutions):
        return
    listed = set(map(problem.projected, run.solutions))
    for grid in islice((each for each in witnesses if problem.projected(each) not in listed), 1):
        claim = "no solution" if not run.count else f"no solution besides its {run.count}"
        finder = "another run of it" if witnesses[grid] == run.label else witnesses[grid]
        yield f"claims {claim}, but {problem.worded(grid)} is one (found by {finder})"


def _short_counts(run: Claim, claims: Sequence[Claim], verified: int) -> Iterator[str]:
    """Sentences on an exhaustive claim with fewer valid grids than another, or as many others."""
    if not run.exhausted:
        return
    if verified > run.count > len(run.solutions):
        found = f"{verified} different ones were verified, found by several"
        yield f"claims no solution besides its {run.count}, but {found}"
        return
    for other in claims:
        listed = all(each.count <= len(each.solutions) for each in (run, other))
        if not listed and other.valid > run.count:
            yield (
                f"claims no solution besides its {run.count}, "
                f"but {other.label} found {other.valid} different ones"
            )
            return
        same_number = other.valid == other.count == run.valid == run.count
        if not listed and same_number and other.digest != run.digest:
            yield (
                f"claims no solution besides its {run.count}, "
                f"but {other.label} found as many, and others among them"
            )
            return


def _other_counts(run: Claim, certified: int | None) -> Iterator[str]:
    """Sentences on a certificate's count that differs from that of a claim too large to list."""
    if certified is None or run.count <= len(run.solutions):
        return
    if (run.exhausted and run.count != certified) or run.valid > certified:
        proven = counted(certified, "solution")
        yield f"counts {run.count} solutions, but a certificate proves {proven}"


def _category(problem: Problem, run: Claim, refuted: bool, disputed: bool) -> str:
    if refuted:
        return "wrong"
    if disputed:
        return "found" if problem.goal is not None and run.valid else "unknown"
    if run.outcome == "UNSUPPORTED":
        return "missing"
    if problem.goal is not None and run.valid and not (run.exhausted and run.outcome == FINISHED):
        return "found"
    if run.outcome in ("MEMOUT", "ERROR", "KILLED"):
        return "error"
    return "correct" if run.outcome == FINISHED and decided(run) else "unknown"


def _verdict(
    problem: Problem, witnesses: tuple[Solution, ...], judged: tuple[Judgement, ...]
) -> Verdict:
    unrefuted = [each.run for each in judged if not each.refutations]
    complete = [each.run for each in judged if _counts(each)]
    count = max([len(witnesses), *(run.valid for run in unrefuted)])
    if any(run.count != count for run in complete):
        complete = []  # they do not count alike, and nothing says who is wrong
    carriers, common = agreement(complete)
    count_grade = "agreed" if carriers else "claimed" if complete else ""
    if count > 1:
        answer, grade = "multiple", "certified"
        supporters = [run for run in unrefuted if run.valid > 1] or [
            run for run in unrefuted if run.valid
        ]
    elif complete:
        answer, grade = "unique" if witnesses else "none", count_grade
        supporters = complete
    elif witnesses and all(each.run.limit == 1 for each in judged):
        answer, grade = "satisfiable", "certified"
        supporters = [run for run in unrefuted if run.valid]
    else:
        answer, grade, supporters = "undecided", "", []
    return Verdict(
        problem,
        answer,
        grade,
        count,
        count_grade,
        witnesses[:KEPT],
        tuple(dict.fromkeys(run.label for run in supporters)),
        len({run.engine for run in supporters}),
        judged,
        carriers,
        common,
    )


def _counts(judgement: Judgement) -> bool:
    """Whether a claim to have all solutions was made in time and is not refuted."""
    return judgement.category == "correct" and judgement.run.exhausted


def _verdict_on_best(
    problem: Problem,
    witnesses: dict[Solution, str],
    judged: tuple[Judgement, ...],
    certificate: Certificate | None,
) -> Verdict:
    assert problem.goal is not None
    best = best_witness(problem.goal, witnesses)
    found = conclude(
        problem,
        [each.run for each in judged if not each.refutations and not each.disputed],
        best,
        certificate,
    )
    ordered = [best.solution] if best else []
    ordered += [each for each in witnesses if each not in ordered]
    return Verdict(
        problem,
        found.answer,
        found.grade,
        len(witnesses),
        found.grade,
        tuple(ordered[:KEPT]),
        tuple(dict.fromkeys(run.label for run in found.supporters)),
        len({run.engine for run in found.supporters}),
        judged,
        found.carriers,
        found.shared,
        value=found.value,
        bound=found.bound,
        bounded_by=found.bounded_by,
        bound_grade=found.bound_grade,
        certificate=certificate.answer if certificate else "",
    )


def contradictions(problem: Problem, expected: Expected | None, verdict: Verdict) -> Iterator[str]:
    """Sentences on what a collection expects of a puzzle and the evidence contradicts."""
    if expected is None:
        return
    if problem.goal is not None:
        yield from _contradictions_of_best(problem, expected, verdict)
        return
    complete = verdict.exhausted and verdict.count == len(verdict.witnesses)  # all are listed
    if expected.solution is not None:
        published = problem.worded(expected.solution)
        broken = list(problem.violations(expected.solution))
        if broken:
            yield f"the published solution {published} is none: {'; '.join(broken[:3])}"
        elif complete and problem.projected(expected.solution) not in map(
            problem.projected, verdict.witnesses
        ):
            yield f"the published {published} is a solution, but no solver found it"
    least = expected.count if expected.count is not None else expected.at_least
    if least is not None and verdict.exhausted and verdict.count < least:
        several = (
            f"{verdict.count:,} were verified, and that there are no others is "
            f"{verdict.count_grade}"
        )
        found = several if verdict.count > 1 else f"the verdict is {verdict.said}"
        yield f"{_published(least)}, but {found}"
    if expected.count is not None and verdict.count > expected.count:
        verified = f"{verdict.count} {plural(verdict.count, 'was', 'were')} verified"
        yield f"{_published(expected.count)}, but {verified}"


def _contradictions_of_best(
    problem: Problem, expected: Expected, verdict: Verdict
) -> Iterator[str]:
    """Sentences on a published optimum, or solution, that the evidence contradicts."""
    goal, best = problem.goal, verdict.value
    assert goal is not None
    published = expected.optimum
    if expected.solution is not None:
        if broken := list(problem.violations(expected.solution)):
            worded = problem.worded(expected.solution)
            yield f"the published solution {worded} is none: {'; '.join(broken[:3])}"
        elif published is None:  # at least as good as that
            value = goal.value(expected.solution)
            published = value if best is None or goal.is_better(value, best) else best
    if published is None or not goal.fits(published):
        return
    said = f"published as the best is {value_text(published)}"
    if best is not None and goal.is_better(best, published):
        yield f"{said}, but {value_text(best)} is verified"
    elif verdict.exhausted and best != published:
        yield f"{said}, but the verdict is {verdict.said}"


def _published(count: int) -> str:
    return f"published {plural(count, 'is', 'are')} {counted(count, 'solution')}"
