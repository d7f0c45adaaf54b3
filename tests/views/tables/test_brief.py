"""The brief table: twelve rows that tell the most, three sentences, and whatever is wrong."""

from dataclasses import replace

from accord.bench.analysis.table import table
from accord.views.tables.table import brief, report
from places import ROOT


def test_a_brief_report_has_the_best_of_each_family_and_whatever_is_refuted() -> None:
    found = table(ROOT / "results" / "zoo")
    whole = [row[:2] for row in report(found).tables[0].rows]
    families = {family for _, family in whole}
    assert len(whole) > 3 * len(families)
    last = replace(found.lines[-1], wrong=1)
    told = replace(found, lines=(*found.lines[:-1], last), refutations=("a: said so",))
    shown = brief(told, "here")
    rows = [row[:2] for row in shown.tables[0].rows]
    assert len(rows) == 12
    assert rows == [row for row in whole if row in rows]
    first = {next(row for row in whole if row[1] == family)[0] for family in families}
    assert first | {found.reference, whole[-1][0]} <= {solver for solver, _ in rows}
    notes = [each for each in shown.notes if not each.startswith("REFUTED")]
    assert [each.partition(" ")[0] for each in notes] == ["PAR-2:", "verdicts:", "12"]
    assert "here/table.md" in notes[2]
    assert "REFUTED a: said so" in shown.notes
