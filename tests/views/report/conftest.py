"""One small campaign and its report, for all tests that only read them."""

from pathlib import Path
from typing import Any

import pytest

from report_campaign import campaign


@pytest.fixture(scope="package")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return campaign(tmp_path_factory.mktemp("campaign") / "small")


@pytest.fixture(scope="package")
def made(small: Path) -> Any:
    from accord.views.report.report_data import report_data

    return report_data(small)


@pytest.fixture(scope="package")
def text(made: Any) -> str:
    from accord.views.report.page import page

    return page(made)
