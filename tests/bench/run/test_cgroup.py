"""Control groups: where they may be made, what they hold, and that nothing in them survives.

Decisions are tried with files like the kernel's; what has to happen is tried with the kernel, where
it lets this user make control groups.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from accord.bench.run import cgroup
from accord.bench.run.cgroup import ControlGroup, backstop, delegated, new_group
from accord.bench.run.process_tree import is_alive

MIB = 2**20
HYBRID = "9:name=systemd:/\n8:pids:/\n4:memory:/process\n0::/\n"
SCOPE = "user.slice/user-1000.slice/user@1000.service/app.slice/run-r1.scope"
Start = Callable[..., "subprocess.Popen[bytes]"]


# Where groups may be made.


def made(path: Path, controllers: str = "cpu memory pids", enabled: str = "") -> Path:
    """A folder with the files of a control group."""
    path.mkdir(parents=True)
    (path / "cgroup.controllers").write_text(controllers + "\n")
    (path / "cgroup.subtree_control").write_text(enabled + "\n")
    (path / "cgroup.procs").write_text("")
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own"
    file.write_text(f"0::/{SCOPE}\n")
    return file


def test_a_group_that_is_delegated_is_found(tmp_path: Path, own: Path) -> None:
    scope = made(tmp_path / SCOPE)
    assert delegated(tmp_path, own) == scope
    own.write_text(HYBRID.replace("0::/", f"0::/{SCOPE}"))
    assert delegated(tmp_path, own) == scope
    own.write_text("0::/\n")
    container = made(tmp_path / "container")
    assert delegated(container, own) == container


def test_a_group_that_may_not_be_written_is_not_delegated(
    tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = made(tmp_path / SCOPE)
    for name in ("", "cgroup.procs", "cgroup.subtree_control"):
        refused = scope / name
        monkeypatch.setattr(os, "access", lambda file, mode, no=refused: Path(file) != no)
        assert delegated(tmp_path, own) is None


def test_where_nothing_is_delegated_nothing_is_raised(tmp_path: Path, own: Path) -> None:
    assert delegated(tmp_path, own) is None  # no such folder
    made(tmp_path / SCOPE, controllers="cpu pids")
    assert delegated(tmp_path, own) is None
    for text in (HYBRID, HYBRID.replace("0::/\n", ""), "", "nonsense", "0::/\udcff\n"):
        own.write_text(text, errors="surrogateescape")
        assert delegated(tmp_path, own) is None
    made(tmp_path / "outside of the namespace")
    own.write_text("0::/../outside of the namespace\n")
    assert delegated(tmp_path / "user.slice", own) is None
    assert delegated(tmp_path, tmp_path / "no such file") is None


def test_the_leaf_of_an_earlier_process_is_no_home(tmp_path: Path, own: Path) -> None:
    own.write_text("0::/scope/accord\n")
    scope = made(tmp_path / "scope", enabled="memory")
    leaf = made(scope / "accord")
    assert delegated(tmp_path, own) == scope
    (scope / "cgroup.subtree_control").write_text("\n")
    assert delegated(tmp_path, own) == leaf


# What is written into a group, and read from it.


@pytest.mark.parametrize("more", [(), ("memory.swap.max",)])
def test_a_limit_is_for_all_together_and_without_swap(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    group = new_group(tmp_path)
    with pytest.raises(OSError, match=r"memory\.max"):
        group.limit(512 * MIB)
    names = ("memory.max", "memory.oom.group", *more)
    for name in names:
        (group.path / name).touch()
    for memory, most in ((512 * MIB, str(backstop(512 * MIB))), (None, "max")):
        group.limit(memory)
        found = {file.name: file.read_text() for file in group.path.iterdir()}
        assert found == dict(zip(names, (most, "1", "0"), strict=False))
    assert new_group(tmp_path).path != group.path


def test_the_backstop_leaves_room_but_not_too_much() -> None:
    for memory in (64 * MIB, 512 * MIB, 64 * 1024 * MIB):
        assert backstop(memory) >= 1.1 * memory
    assert backstop(512 * MIB) <= 1.2 * 512 * MIB


@pytest.mark.parametrize(
    ("events", "overrun"),
    [
        ("low 0\nhigh 0\nmax 35\noom 1\noom_kill 2\noom_group_kill 1\n", True),
        ("low 0\nhigh 0\nmax 35\noom 1\noom_kill 2\n", True),
        ("low 0\nhigh 0\nmax 35\noom 0\noom_kill 0\n", False),
        ("low 0\nhigh 0\nmax 35\noom 1\noom_kill 0\n", False),  # an allocation failed
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\n", False),  # all of the machine's memory is used
        ("", False),
    ],
)
def test_a_group_is_at_its_limit_where_the_kernel_counts_that(
    tmp_path: Path, events: str, overrun: bool
) -> None:
    (tmp_path / "memory.events").write_text(events)
    assert ControlGroup(tmp_path).overrun() is overrun


def test_a_group_that_has_gone_is_empty(tmp_path: Path) -> None:
    group = ControlGroup(tmp_path / "gone")
    assert (group.processes(), group.overrun(), group.kill()) == ([], False, True)
    group.remove()
    with pytest.raises(FileNotFoundError):
        group.add(os.getpid())


# The kernel.


def above() -> Path:
    """Where control groups can be made by this user."""
    if (path := cgroup.home()) is not None:
        return path
    with suppress(OSError):
        for line in Path("/proc/mounts").read_text().splitlines():
            _, where, kind, *_ = line.split()
            if kind == "cgroup2" and os.access(where, os.W_OK):
                return Path(where)
    return pytest.skip("no control groups of version 2 that this user may make")


@pytest.fixture
def group() -> Iterator[ControlGroup]:
    group = new_group(above())
    yield group
    assert group.kill()
    group.remove()
    assert not group.path.exists()


@pytest.fixture
def start() -> Iterator[Start]:
    """What starts a script, perhaps in a group, and waits until so many processes are there."""
    children = []

    def started(
        script: str, group: ControlGroup | None = None, number: int = 1
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-IS", "-c", f"input()\n{script}"]
        child = subprocess.Popen(command, stdin=subprocess.PIPE)
        children.append(child)
        if group:
            group.add(child.pid)
        assert child.stdin
        child.stdin.write(b"\n")
        child.stdin.close()
        until(lambda: group is None or len(group.processes()) == number)
        return child

    yield started
    for child in children:
        child.kill()
        child.wait()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 600
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


SLEEPS = "import time; time.sleep(3600)"
DAEMONS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for number in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        break
time.sleep(3600)
"""


@pytest.mark.parametrize("way", ["cgroup.kill", "signals"])
def test_a_group_is_killed_with_its_daemons_and_nothing_else(
    group: ControlGroup, start: Start, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = cgroup._write

    def write(file: Path, text: str) -> None:
        if file.name == "cgroup.kill" and way == "signals":
            raise PermissionError  # what an older kernel says
        written(file, text)

    monkeypatch.setattr(cgroup, "_write", write)
    bystander = start(SLEEPS)
    child = start(DAEMONS, group, number=4)
    there = [psutil.Process(pid) for pid in group.processes()]
    assert child.pid in {process.pid for process in there}
    with monkeypatch.context() as patched:
        if way == "cgroup.kill":
            patched.delattr(os, "kill")
        assert group.kill()
    assert group.processes() == []
    assert not [process for process in there if is_alive(process)]
    assert child.wait() == -signal.SIGKILL
    assert bystander.poll() is None
    assert not group.overrun()


def test_groups_below_are_killed_and_removed_with_it(start: Start) -> None:
    group = new_group(above())
    below = ControlGroup(group.path / "below" / "and below")
    below.path.mkdir(parents=True)
    start(SLEEPS, below)
    assert group.processes() == below.processes() != []
    with pytest.raises(OSError, match="busy"):
        group.remove()
    assert group.kill()
    group.remove()
    assert not group.path.exists()


def test_a_group_that_cannot_be_killed_is_reported_as_such(
    group: ControlGroup, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(SLEEPS, group)
    with monkeypatch.context() as patched:
        patched.setattr(cgroup, "PERSISTENCE", 0.05)
        patched.setattr(ControlGroup, "_send_kill", lambda group: None)
        assert not group.kill()


@pytest.fixture
def controller(group: ControlGroup) -> Iterator[str]:
    """What can be limited below a group: memory, or else whatever can be.

    It is switched on above the group, where other runs of these tests would switch it off: they
    take turns.
    """
    parent = group.path.parent
    known = cgroup._file_text(parent / "cgroup.controllers").split()
    if not known:
        pytest.skip("no controllers of version 2")
    folder = os.open(parent, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    enabled = cgroup._file_text(parent / "cgroup.subtree_control").split()
    known = enabled or known
    name = "memory" if "memory" in known else known[0]
    if name not in enabled:
        cgroup._write(parent / "cgroup.subtree_control", f"+{name}")
    yield name
    assert group.kill()
    cgroup._write(group.path / "cgroup.subtree_control", f"-{name}")
    if name not in enabled:
        cgroup._write(parent / "cgroup.subtree_control", f"-{name}")
    os.close(folder)


PREPARES = """
import json, os, subprocess, sys
from pathlib import Path
from accord.bench.run import cgroup

group, root, controller, enabled = sys.argv[1:]
cgroup.ControlGroup(Path(group)).add(os.getpid())
child = subprocess.Popen(["sleep", "3600"])
cgroup.CONTROLLER = controller
found = cgroup.delegated(Path(root))
cgroup.CONTROLLER = enabled
ready = cgroup.prepare(found) and cgroup.prepare(found)
cgroup.CONTROLLER = controller
again = cgroup.delegated(Path(root))
files = [file.name for file in cgroup.new_group(found).path.iterdir()] if ready else []
place = Path("/proc/self/cgroup").read_text().splitlines()[-1].removeprefix("0::")
child.kill()
child.wait()
print(json.dumps([str(found), str(again), ready, place, files]))
"""


def prepared(
    group: ControlGroup, controller: str, enabled: str = "", among: ControlGroup | None = None
) -> tuple[bool, str, list[str]]:
    """Whether a process that begins in `among`, by default `group`, can make groups in `group`.

    With that, the group it is in then, and the files of a new group.
    """
    root = group.path
    while (root.parent / "cgroup.procs").exists():
        root = root.parent
    arguments = [str((among or group).path), str(root), controller, enabled or controller]
    command = [sys.executable, "-P", "-c", PREPARES, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert not done.stderr
    found, again, ready, place, files = json.loads(done.stdout)
    assert found == again == str(group.path)
    return ready, place, files


def test_a_process_moves_into_a_leaf_and_groups_beside_it_have_limits(
    group: ControlGroup, controller: str
) -> None:
    for among in (group, ControlGroup(group.path / "accord")):  # the next begins in the leaf
        ready, place, files = prepared(group, controller, among=among)
        assert ready
        assert place.endswith(f"/{group.path.name}/accord")
        assert [name for name in files if name.startswith(f"{controller}.")]


@pytest.mark.parametrize("why", ["other processes are in it", "the controller is unknown"])
def test_a_group_that_cannot_be_prepared_is_left_as_it_is(
    group: ControlGroup, controller: str, start: Start, why: str
) -> None:
    others = [start(SLEEPS, group).pid] if why == "other processes are in it" else []
    ready, place, files = prepared(group, controller, enabled="" if others else "nonsense")
    assert (ready, files) == (False, [])
    assert place.endswith(f"/{group.path.name}")
    assert group.processes() == others
    assert [path for path in group.path.iterdir() if path.is_dir()] == []


def test_all_processes_move_where_systemd_has_delegated_the_group(
    group: ControlGroup, controller: str, start: Start
) -> None:
    stranger = start(SLEEPS, group)
    try:
        os.setxattr(group.path, "user.delegate", b"1")
        marked = True
    except OSError:  # the kernel does not let this user mark it: the processes stay where they are
        marked = False
    ready, _, _ = prepared(group, controller)
    assert ready is marked
    if not marked:
        assert group.processes() == [stranger.pid]
        return
    assert ControlGroup(group.path / "accord").processes() == [stranger.pid]


LIMIT = 128 * MIB


def test_the_kernel_ends_a_group_at_its_limit_and_not_below(
    group: ControlGroup, controller: str, start: Start
) -> None:
    if controller != "memory":  # it belongs to version 1 here
        with pytest.raises(OSError, match="memory"):
            group.limit(LIMIT)
        return
    group.limit(LIMIT)
    held = start(f"held = bytearray({LIMIT - 8 * MIB})", group, number=0)
    assert (held.wait(), group.overrun()) == (0, False)
    other = start(SLEEPS, group)
    hog = start("held = []\nwhile True: held.append(bytearray(1 << 24))", group, number=0)
    assert (hog.wait(), other.wait()) == (-signal.SIGKILL, -signal.SIGKILL)
    assert group.overrun()
