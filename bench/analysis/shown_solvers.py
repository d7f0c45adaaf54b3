"""Which solvers of a campaign are shown, and what they are called.

All that was claimed is evidence, whoever is shown: the rows of the others are left out when all
have been judged.  A solver that has another name is a solver of that name, without settings, in all
that is computed afterwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import LABEL, expect_solvers, solvers_of
from accord.puzzles.phrasing import nearest
from accord.solvers.registry import meant


@dataclass
class ShownSolvers:
    """The solvers that are shown; all where none is named."""

    solvers: Sequence[str] = ()  # with settings, or as they are labelled
    names: Sequence[str] = ()  # SOLVER=NAME; a solver's settings may have `=` in them
    new_names: dict[str, str] = field(default_factory=dict)  # by label, once it is known who ran

    def called(self, solver: str) -> str:
        """The name of a solver that was named by its label or by another name."""
        return self.new_names.get(meant(solver, self.new_names), solver)

    def resolve(self, base: Database) -> None:
        """Find the solvers that are named among those that ran.

        Raises:
            CampaignError: one did not run, or a name is not clear.
        """
        self.new_names.clear()
        there = [(label, plain) for label, plain, *_ in solvers_of(base)]
        for text in self.names:
            marks = [place for place, mark in enumerate(text) if mark == "="]
            found = [(text[mark + 1 :], _labels(there, text[:mark])) for mark in marks]
            name, labels = next(((new, old) for new, old in reversed(found) if old), ("", []))
            known = [label for label, _ in there]
            if not name.strip() or len(labels) != 1:
                which = f"one of {', '.join(labels)}" if labels else nearest(text, known)
                raise CampaignError(f"found {text!r}, expected SOLVER=NAME, of {which}")
            if name in (*known, *self.new_names.values()):
                raise CampaignError(f"found the name {name!r} twice, expected one for each solver")
            self.new_names[labels[0]] = name

    def restrict(self, base: Database) -> None:
        """Have the view `judged` hold those that are shown, by their names.

        Raises:
            CampaignError: a solver did not run.
        """
        if not (self.solvers or self.names):
            return
        there = [(label, plain) for label, plain, *_ in solvers_of(base)]
        old = {name: label for label, name in self.new_names.items()}
        asked = [old.get(solver, solver) for solver in self.solvers]
        expect_solvers(base, asked)
        chosen = [label for solver in asked for label in _labels(there, solver)]
        shown = list(dict.fromkeys(chosen or [label for label, _ in there]))
        base.execute(
            "CREATE TABLE shown_solvers AS SELECT unnest($1) AS shown, unnest($2) AS new_name",
            [shown, [self.new_names.get(label) for label in shown]],
        )
        base.execute("ALTER VIEW judged RENAME TO judged_of_all")
        base.execute(_RESTRICTED)


def _labels(there: Sequence[tuple[str, str]], name: str) -> list[str]:
    """The labels of the solvers of this name: with settings, in any order, or as labelled."""
    exact = [label for label, _ in there if label == name]
    plain = meant(name, [each for _, each in there])
    return exact or [label for label, each in there if each == plain]


_RESTRICTED = f"""
CREATE VIEW judged AS SELECT * EXCLUDE (shown, new_name) REPLACE (
    coalesce(new_name, solver) AS solver,
    CASE WHEN new_name IS NULL THEN settings ELSE '' END AS settings
)
FROM (SELECT *, {LABEL} AS shown FROM judged_of_all) JOIN shown_solvers USING (shown)
"""
