"""The sessions of a campaign: when it ran, where, and how busy the machine was then.

Each invocation, and each pass over what was noisy in it, writes a JSON object to `sessions.jsonl`
when it begins and, with the same `id`, when it ends or is interrupted; of one that was killed there
is only the first.  Load averages are those of the system, over 1, 5 and 15 minutes: how many
processes run, or wait to.
`harness` is what a run costs besides what is timed, measured with an empty solver.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from accord.puzzles.files.outside_file import content_of, unlinked
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted

SESSIONS = "sessions.jsonl"


@dataclass(frozen=True)
class Session:
    """One invocation of a campaign that found runs to make."""

    id: str
    began: str  # UTC, ISO 8601
    host: str = ""
    environment: str = ""  # hash of a file in environments/
    jobs: int = 1  # runs at a time
    engine: str = "local"
    load_before: tuple[float, ...] = ()  # over 1, 5, 15 minutes
    load_after: tuple[float, ...] = ()
    ended: str = ""  # UTC, ISO 8601; empty if it was killed, or goes on
    finished: bool = False  # it made all the runs that were left
    runs: int = 0  # that it made
    harness: dict[str, float] | None = None  # seconds per run of an empty solver, see overhead.py
    hosts: tuple[str, ...] = ()  # of the workers that made runs, where the engine has such


@dataclass(frozen=True)
class Site:
    """The folder that rows are written to, and the columns that describe the machine."""

    folder: Path
    host: str
    environment: str  # hash of a file in environments/
    slots: int  # runs at a time in the campaign


class SessionRecord:
    """Facts to be recorded of the session that is going on."""

    def __init__(self) -> None:
        self.runs = 0
        self.harness: dict[str, float] | None = None
        self.hosts: set[str] = set()
        self.finished = True  # unless runs are left at its end


@contextmanager
def session(site: Site, engine: str = "local") -> Iterator[SessionRecord]:
    """Record the beginning of a session, and its end."""
    known = (site.host, site.environment, site.slots, engine)
    now = Session(uuid4().hex, _now(), *known, load_before=_load())
    _append(site.folder, now)
    record, finished = SessionRecord(), False
    try:
        yield record
        finished = record.finished
    finally:
        end = replace(now, load_after=_load(), ended=_now(), finished=finished)
        made = replace(end, runs=record.runs, harness=record.harness)
        _append(site.folder, replace(made, hosts=tuple(sorted(record.hosts))))


def read_sessions(folder: Path) -> list[Session]:
    """The sessions of a campaign in order of beginning, without torn lines."""
    found: dict[str, Session] = {}
    for line in lines_of(folder):
        try:
            value = json_value(line)
            known = {name: value[name] for name in _NAMES & value.keys()}
            found[known["id"]] = _checked(Session(**known))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
            continue
    return sorted(found.values(), key=lambda each: each.began)


def counted_sessions(found: Sequence[Session]) -> str:
    """The numbers of sessions, and of those without a recorded end, in words."""
    open_ = sum(not each.ended for each in found)
    return counted(len(found), "session") + (f" ({open_:,} without an end)" if open_ else "")


_NAMES = {each.name for each in fields(Session)}
_TEXTS = ("id", "began", "host", "environment", "engine", "ended")


def _checked(there: Session) -> Session:
    """A session with its fields converted to their types.

    Raises:
        AttributeError, OverflowError, TypeError, ValueError: they are not.
    """
    texts: dict[str, Any] = {name: str(getattr(there, name)) for name in _TEXTS}
    return replace(
        there,
        **texts,
        jobs=int(there.jobs),
        runs=int(there.runs),
        finished=bool(there.finished),
        load_before=tuple(map(float, there.load_before)),
        load_after=tuple(map(float, there.load_after)),
        hosts=tuple(map(str, there.hosts)),
        harness=there.harness and {name: float(cost) for name, cost in there.harness.items()},
    )


def lines_of(folder: Path) -> list[str]:
    """The lines of a campaign's sessions, malformed ones included.

    Raises:
        OutsideFileError: they stand in no plain file.
    """
    return content_of(folder / SESSIONS, folder).decode(errors="replace").splitlines()


def _append(folder: Path, what: Session) -> None:
    """Append a line; a torn last line is ended first."""
    line = json.dumps(_known_fields(what)).encode() + b"\n"
    with open(folder / SESSIONS, "a+b", opener=unlinked) as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else b"\n" + line
        file.write(line)


def _known_fields(what: Session) -> dict[str, Any]:
    """The fields of a session that are known, by name."""
    return {name: value for name, value in asdict(what).items() if value not in ("", (), None)}


def _load() -> tuple[float, ...]:
    """The load averages over 1, 5 and 15 minutes; empty where the system has none."""
    try:
        return tuple(round(load, 2) for load in os.getloadavg())
    except (OSError, AttributeError):
        return ()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
