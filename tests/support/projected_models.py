"""What the models of a small formula say of its first variables, by trying."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

Clause = tuple[int, ...]
Model = frozenset[int]  # the literals that are true


def projected_models(clauses: Iterable[Clause], own: int) -> Iterator[Model]:
    """Which of the literals 1 to `own` are true, for each way that leaves the formula a model."""
    search = _ModelSearch(clauses)
    start = search.propagated(frozenset(), [each[0] for each in search.clauses if len(each) == 1])
    if start is None or () in search.clauses:
        return

    def extended(model: Model) -> Iterator[Model]:
        free = next((v for v in range(1, own + 1) if v not in model and -v not in model), None)
        if free is None:
            if search.has_model(model):
                yield frozenset(literal for literal in model if 0 < literal <= own)
            return
        for literal in (free, -free):
            if (following := search.propagated(model, [literal])) is not None:
                yield from extended(following)

    yield from extended(start)


class _ModelSearch:
    """Davis, Putnam, Logemann and Loveland's, over sets of literals."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = [*clauses]
        self._with = defaultdict(list)
        for clause in self.clauses:
            for literal in clause:
                self._with[literal].append(clause)

    def propagated(self, model: Model, literals: Sequence[int]) -> Model | None:
        """The model with these literals, and those that unit clauses add; None at a conflict."""
        true, todo = set(model), [*literals]
        while todo:
            if (literal := todo.pop()) in true:
                continue
            if -literal in true:
                return None
            true.add(literal)
            for clause in self._with[-literal]:
                if not any(each in true for each in clause):
                    free = [each for each in clause if -each not in true]
                    if not free:
                        return None
                    if len(free) == 1:
                        todo.append(free[0])
        return frozenset(true)

    def has_model(self, model: Model) -> bool:
        for clause in self.clauses:
            if not any(literal in model for literal in clause):
                free = next(literal for literal in clause if -literal not in model)
                return any(
                    (following := self.propagated(model, [literal])) is not None
                    and self.has_model(following)
                    for literal in (free, -free)
                )
        return True
