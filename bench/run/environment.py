"""The circumstances of a campaign: which machine, which system, which versions.

Everything is read from the machine itself and written once per campaign and machine as
`environments/HASH.json`; every row carries the hash.

The data of a user, such as what was found by fuzzing, is kept in a folder:

    ~/.local/share/accord/PART   usually
    $XDG_DATA_HOME/accord/PART   as the XDG base directory specification says
    $ACCORD_DATA/PART            another place for accord alone
"""

import json
import os
import platform
import re
import socket
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil

from accord.bench.run.cores import cores, usable_cpus
from accord.bench.run.zygote import FIXED
from accord.puzzles.phrasing import counted, gibibytes

ROOT = Path(__file__).resolve().parents[2]
CODE = ("--", ".", ":(exclude)results")  # as git says it
MACHINE = ("cpu", "cores", "threads", "system")  # facts by which it is known, and its memory
ABOUT = 0.01  # of the memory: a kernel keeps another part for itself with each start


def environment() -> dict[str, Any]:
    """CPU, memory (bytes), system, Python, the version of every package, and the commit."""
    return {
        "host": socket.gethostname(),
        "cpu": _cpu_model(),
        "cores": psutil.cpu_count(logical=False),
        "threads": psutil.cpu_count(),
        "memory": psutil.virtual_memory().total,
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        "flags": sys.flags.optimize,
        "variables": FIXED,
        "packages": _packages(),
        "commit": _commit(),
    } | _usable()


def environment_hash(facts: dict[str, Any]) -> str:
    """The hash of an environment: 16 hexadecimal digits."""
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def is_same_machine(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two environments are of one machine: by processor, cores, memory, kernel; no name.

    Memory may differ by a hundredth.  A fact that either lacks is not compared.
    """
    facts = [(_fact(one, name), _fact(other, name)) for name in MACHINE]
    sizes = [each["memory"] for each in (one, other) if each.get("memory")]
    is_about = not sizes or max(sizes) <= (1 + ABOUT) * min(sizes)
    return is_about and all(mine == theirs or None in (mine, theirs) for mine, theirs in facts)


def machine_text(facts: dict[str, Any]) -> str:
    """A machine in words, without its name: `AMD EPYC, 2 cores, 23.5 GiB, Linux-6.1.0-x86_64`."""
    cores, size = facts.get("cores"), facts.get("memory")
    parts = (
        *(facts.get("cpu"), counted(cores, "core") if cores else ""),
        *(gibibytes(size) if size else "", _fact(facts, "system")),
    )
    return ", ".join(str(each) for each in parts if each) or "an unknown one"


def _fact(facts: dict[str, Any], name: str) -> Any:
    """A fact; of the system without the C library, which each Python may have its own of."""
    fact = facts.get(name)
    return fact.partition("-with-")[0] if isinstance(fact, str) else fact


def _packages() -> dict[str, str]:
    """The version of every package, by name."""
    from importlib import metadata

    read = [package.metadata for package in metadata.distributions()]  # which parses its file
    read.sort(key=lambda package: package["Name"] or "")
    return {package["Name"]: package["Version"] for package in read}


def _usable() -> dict[str, int]:
    """The number of usable cores and CPUs, if fewer than all (as in a batch system)."""
    granted = {"usable_cores": cores(), "usable_cpus": usable_cpus()}
    there = psutil.cpu_count(logical=False), psutil.cpu_count()
    return {
        name: granted[name]
        for name, all_ in zip(granted, there, strict=True)
        if granted[name] != all_
    }


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(), re.MULTILINE)
        if found:
            return found[1]
    return platform.processor() or platform.machine()


def _commit() -> str:
    """The commit of the checkout accord runs from, `+` if files were changed; or empty.

    Files of results/ are no part of what runs: who records campaigns anew changes them.
    """
    if not (ROOT / ".git").exists():
        return ""
    try:
        head = _git("rev-parse", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", *CODE)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return head + ("+" if changed else "")


def _git(*arguments: str) -> str:
    command = ["git", "-C", os.fspath(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def data_folder(part: str) -> Path:
    """The path of one part of a user's data; it may not exist yet."""
    if own := os.environ.get("ACCORD_DATA"):
        return Path(own) / part
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "accord" / part
