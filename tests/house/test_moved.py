"""Names of version 0.1 work, and warn of the new one."""

import subprocess
import sys
from importlib import import_module

import pytest

from accord.bench.judging import conformance
from accord.moved import MOVED
from places import ROOT


def test_an_old_name_is_the_new_module_and_says_so() -> None:
    with pytest.warns(FutureWarning, match=r"accord\.bench\.judging\.conformance"):
        old = import_module("accord.bench.conformance")
    assert old is conformance
    assert conformance.__spec__ is not None
    assert conformance.__spec__.name == "accord.bench.judging.conformance"
    assert old.CASES is conformance.CASES


def test_every_old_name_leads_somewhere() -> None:
    for new in MOVED.values():
        assert (ROOT / new).is_file() if new.endswith(".py") else import_module(new)


def test_an_old_program_runs_the_new_file_and_says_so() -> None:
    command = [sys.executable, "-P", "-m", "accord.bench.scale", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "accord.bench.scale is tools/scale.py now" in done.stderr
