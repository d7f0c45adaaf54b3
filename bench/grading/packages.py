"""Packages of this Python that the tasks allow: which files the sandbox has to show.

A distribution is shown with those that it needs, wherever they are installed (site-packages,
`pip install --user`, folders for compiled ones): each of its modules and folders in PLACE, which is
all that a student's file is told of.  Extras are left out, and so is accord, which has the answers.
"""

import re
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, packages_distributions
from pathlib import Path

PLACE = "/packages"  # in the sandbox
_NAME = re.compile(r"[\w.-]+")
_MISSING = re.compile(r"No module named '(\w{1,100})[\w.]*'")


class PackageError(Exception):
    """A distribution that cannot be allowed; says why."""


def shown_packages(allowed: tuple[str, ...]) -> list[tuple[str, str]]:
    """The files and folders of these distributions, each with its place in the sandbox.

    Raises:
        PackageError: one of those that are named is not installed here, or is accord.
    """
    found: dict[str, str] = {}
    open_ones, seen = [*allowed], {"accord"}
    while open_ones:
        name = open_ones.pop()
        try:
            own = Distribution.from_name(name)
        except (PackageNotFoundError, ValueError):
            if name in allowed:
                raise PackageError(f"found {name!r:.80}, which is not installed here") from None
            continue
        called = re.sub("[-_.]+", "-", own.metadata["Name"]).lower()
        if called in seen:
            if called == "accord":
                raise PackageError("found 'accord', which has the answers; expected others")
            continue
        seen.add(called)
        open_ones += [_NAME.match(each)[0] for each in own.requires or () if "extra" not in each]  # type: ignore[index]
        for top in {file.parts[0] for file in own.files or ()} - {"..", "/", "__pycache__"}:
            if not top.endswith(".pth"):
                found.setdefault(f"{PLACE}/{top}", str(Path(str(own.locate_file(top)))))
    return [(source, place) for place, source in found.items() if Path(source).exists()]


def with_missing(sentence: str, beside: Path | None = None) -> str:
    """A sentence in which a module that was not found is said to be no part of the tasks.

    Args:
        sentence: what Python says.
        beside: the folder in which the submission stands, whose files it does not see.

    >>> print(with_missing("ImportError: No module named 'nowhere.near'"))
    ImportError: it needs nowhere, which is not installed here
    """

    def said(found: re.Match[str]) -> str:
        if beside and (beside / f"{found[1]}.py").is_file():
            return f"it needs {found[1]}.py, which stands beside it; expected a folder with both"
        is_there = found[1] in _installed()
        why = "the tasks do not allow" if is_there else "is not installed here"
        return f"it needs {found[1]}, which {why}"

    return _MISSING.sub(said, sentence)


@cache
def _installed() -> frozenset[str]:
    """The names of modules that are installed here."""
    return frozenset(packages_distributions())
