"""The page: one HTML file that loads nothing from elsewhere.

Text and tables are HTML that jinja2 has filled in, every text from outside escaped, so that they
can be read without scripts.  What scripts draw stands in the file as JSON, compressed and in base64
(a browser's DecompressionStream reads it), where no name can end the block it stands in.  Vega,
Vega-Lite and vega-embed stand in it too.

A Content-Security-Policy forbids the page any connection, and every script whose hash is not
written in it; so the expressions of charts are interpreted and not compiled (vega-embed's `ast`).
"""

import gzip
import json
import re
import shlex
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import altair
import numpy
import vl_convert
from markupsafe import Markup, escape

from accord.bench.analysis.endings import ENDINGS, NOT_RUN
from accord.bench.hunt.commands import question_options
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.files.outside_file import write_whole
from accord.puzzles.outside_data import visible, visible_in_json
from accord.puzzles.phrasing import gibibytes, listed, solutions_text
from accord.views.offline_page import filled, policy_hash
from accord.views.report.answers import shortened
from accord.views.report.figures.all_figures import figures, version_of
from accord.views.report.figures.figure import (
    LABEL_LIMIT,
    LONGEST,
    LONGEST_NARROW,
    STYLES,
    Figure,
    config,
    names_expression,
    title_of,
)
from accord.views.report.figures.scatter import KINDS, MOST, SAMPLE, SEED, least, rail, sampled
from accord.views.report.findings import findings, headline
from accord.views.report.repeat import command, remarks
from accord.views.report.report_data import ReportData
from accord.views.report.tables import tables
from accord.views.tables.circumstances import conditions, sessions, when
from accord.views.tables.fitting import short_names

PAGE = Path(__file__).parent / "page"
DIGITS = 4  # of a time in the page


def page(made: ReportData, steps: ShowStep = not_shown) -> str:
    """The text of the file; `steps` is called before each figure is drawn."""
    drawn = list(figures(made, steps))
    scripts = [_libraries(), _script((PAGE / "report.js").read_text(encoding="utf-8"))]
    return filled(
        PAGE / "report.html",
        {"parted": parted},
        style=(PAGE / "report.css").read_text(encoding="utf-8"),
        scripts=scripts,
        hashes=list(map(policy_hash, scripts)),
        packed=packed(payload(made, drawn)),
        **_template_values(made, drawn),
    )


def write_page(path: Path, text: str, *, named: bool = True) -> None:
    """Write the page to a file, which is there whole or not at all; its folder is made.

    Args:
        path: of the file.
        text: the page.
        named: whether the user has named the file; else no link or device there is written to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if named and (path.is_symlink() or (path.exists() and not path.is_file())):
        path.write_text(text, encoding="utf-8")  # a device, or where a link leads
    else:
        write_whole(path, text)


def _template_values(made: ReportData, drawn: Sequence[Figure]) -> dict[str, Any]:
    """The values of the template's variables."""
    return {
        "made": made,
        "measure": title_of(made.statistics.sample.measure),
        "headline": headline(made),
        "when": when(*made.started, made.table),
        "short": short_names(made.statistics.everyone.solvers, LONGEST),
        "endings": ENDINGS,
        "findings": list(findings(made)),
        "refutations": made.table.refutations,
        "contradictions": made.table.contradictions,
        "figures": {figure.name: figure for figure in drawn},
        "tables": {table.name: table for table in tables(made)},
        "solvers": made.statistics.everyone.solvers,
        "ranked": made.statistics.sample.solvers,
        "asked_for": listed(map(solutions_text, made.table.limits)),
        "command": command(made.asked, made.table) if made.asked else "",
        "remarks": list(remarks(made.asked, made.table)) if made.asked else [],
        "environments": [_environment(*each) for each in made.environments.items()],
        "circumstances": [*conditions(made.table), *sessions(made.table.sessions)],
        "sample": _sampled(made),
        "styles": STYLES,
    }


def _asking(made: ReportData) -> str:
    """The options of `accord check` that ask about a puzzle what the campaign has asked."""
    if (asked := made.asked) is None:
        return ""
    limits = Limits(asked.time_limit, asked.memory_limit)
    return shlex.join(question_options(Terms(limits, asked.limit)))


@lru_cache
def _libraries() -> str:
    """Vega, Vega-Lite and vega-embed as one script."""
    snippet = "window.vegaEmbed = vegaEmbed;"
    return _script(vl_convert.javascript_bundle(snippet, version_of(altair.SCHEMA_VERSION)))


def parted(name: str) -> Markup:
    """A name as HTML, with places where a line may end before the next setting."""
    return Markup("<wbr>").join(map(escape, re.split(r"(?<=[:=+,])", visible(name))))


def _script(text: str) -> str:
    """A script that does not end the block it stands in."""
    return text.replace("</script", r"<\/script").replace("<!--", r"\u003c!--")


def packed(value: Any) -> str:
    """JSON, compressed, in base64."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return b64encode(gzip.compress(visible_in_json(text).encode(), 7, mtime=0)).decode()


def payload(made: ReportData, drawn: Sequence[Figure]) -> dict[str, Any]:
    """The data that the scripts of the page draw."""
    sample, shown = made.statistics.everyone, list(made.shown)
    chosen = sampled(len(sample.puzzles))
    states = numpy.where(made.statistics.endings == NOT_RUN, " ", made.statistics.endings)
    return {
        "config": config(),
        "label": LABEL_LIMIT,
        "colours": STYLES,
        "figures": {  # the page makes the rows of the scatter plot, for whichever pair is chosen
            each.name: {"spec": each.spec, "data": {} if each.name == "scatter" else each.data}
            for each in drawn
        },
        "asking": _asking(made),
        "solvers": sample.solvers,
        "ranked": made.statistics.sample.solvers,
        "limit": sample.limit,
        "rail": rail(sample),
        "least": least(sample),
        "kinds": KINDS,
        "most": SAMPLE + MOST,
        "puzzles": [made.names[place] for place in shown],
        "sampled": [int(chosen[place]) for place in shown],
        "values": [list(map(_rounded, row)) for row in sample.values[:, shown].tolist()],
        "states": ["".join(row) for row in states[:, shown].tolist()],
        "endings": ENDINGS,
        "costs": made.costs,
        "short": [
            names_expression(short_names(sample.solvers, longest))
            for longest in (LONGEST, LONGEST_NARROW)
        ],
        "heads": short_names(sample.solvers, LONGEST_NARROW),
        "sentences": shortened(made.answers.sentences),
        "answers": made.answers.places,
        "counters": made.counters,
        "boards": made.boards,
        "shapes": made.shapes,
    }


def _rounded(value: float) -> float | None:
    """A number with as many digits as can be seen."""
    return float(f"{value:.{DIGITS}g}") if value == value else None


def _sampled(made: ReportData) -> str:
    """Notes on the puzzles that are not drawn."""
    puzzles = len(made.statistics.sample.puzzles)
    notes = []
    if puzzles > SAMPLE:
        notes.append(
            f"Drawn are {SAMPLE:,} of the {puzzles:,} puzzles, a sample made with the seed {SEED}, "
            "and every other one that only one of the two solved or on which one was wrong"
            f" (at most {MOST:,} of these)."
        )
    if len(made.shown) < puzzles:
        notes.append(f"The page has {len(made.shown):,} puzzles: it would be too large with all.")
    return " ".join(notes)


def _environment(name: str, facts: dict[str, Any]) -> dict[str, Any]:
    """A machine and its versions, as (heading, text) pairs, and its packages."""
    size, packages = facts.get("memory"), facts.get("packages") or {}
    rows = {
        "host": facts.get("host"),
        "processor": facts.get("cpu"),
        "cores": f"{facts.get('cores') or '?'} ({facts.get('threads') or '?'} threads)",
        "memory": gibibytes(size) if isinstance(size, int | float) else None,
        "system": facts.get("system"),
        "Python": facts.get("python"),
        "accord": packages.get("accord"),
        "commit": facts.get("commit"),
    }
    return {
        "name": name,
        "rows": [(heading, text) for heading, text in rows.items() if text],
        "packages": sorted(packages.items(), key=lambda each: str(each[0]).lower()),
    }
