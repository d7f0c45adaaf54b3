"""Where an export goes: a folder of its own, new or empty.

The files are written elsewhere in the same file system and moved there when all are complete.  What
stands there already is never touched: to remove an older export is left to the user.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.bench.campaigns.folder import CampaignError


@contextmanager
def delivery(out: Path) -> Iterator[Path]:
    """A folder whose files are moved to `out` at the end.

    Raises:
        CampaignError: there is something.
    """
    _check_free(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".accord-export-", dir=out.parent) as unfinished:
        yield Path(unfinished)
        out.mkdir(exist_ok=True)
        _check_free(out)
        for path in sorted(Path(unfinished).iterdir()):
            path.rename(out / path.name)


def _check_free(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise CampaignError(f"{out}: found a file, expected a new or empty folder")
    if out.exists() and (found := sorted(out.iterdir())):
        raise CampaignError(f"{out}: found {found[0].name} in it, expected a new or empty folder")
