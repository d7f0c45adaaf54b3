"""Certifying within a limit: the process that does it outlives nobody."""

import subprocess
import sys
from contextlib import suppress
from time import sleep

import psutil
import pytest

ASKS_FOR_LONG = """
import os, time
from accord.bench.certify.limited import LimitedCertifier
if __name__ == "__main__":
    with LimitedCertifier(60) as certifier:
        print(certifier.call(os.getpid, None), flush=True)
        certifier.call(time.sleep, 60, 60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has to end it")
def test_the_process_ends_with_the_one_that_started_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ASKS_FOR_LONG], stdout=subprocess.PIPE, text=True
    ) as asking:
        assert asking.stdout is not None
        certifying = psutil.Process(int(asking.stdout.readline()))
        asking.kill()
    with suppress(psutil.NoSuchProcess):
        for _ in range(300):
            if certifying.status() == psutil.STATUS_ZOMBIE:  # nobody waits for it
                return
            sleep(0.1)
        pytest.fail("it is still there")
