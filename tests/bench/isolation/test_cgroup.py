"""Control groups: where they may be made, what they hold, and that nothing in them survives.

What has to be decided is tried with files that say what the kernel would; what has to happen, with
the kernel, where it lets this user make control groups.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from accord.bench.isolation import cgroup
from accord.bench.isolation.cgroup import ControlGroup, backstop, delegated, new_group

MIB = 2**20
HYBRID = "9:name=systemd:/\n8:pids:/\n4:memory:/process\n0::/\n"
Start = Callable[..., "subprocess.Popen[bytes]"]
SCOPE = "user.slice/user-1000.slice/user@1000.service/app.slice/run-r1.scope"


# Where groups may be made.


def say(path: Path, controllers: str = "cpu memory pids", enabled: str = "") -> Path:
    """Have a folder look like a control group."""
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
    scope = say(tmp_path / SCOPE)
    assert delegated(tmp_path, own) == scope
    own.write_text(HYBRID.replace("0::/", f"0::/{SCOPE}"))
    assert delegated(tmp_path, own) == scope
    own.write_text("0::/\n")
    container = say(tmp_path / "container")
    assert delegated(container, own) == container


@pytest.mark.parametrize("name", ["", "cgroup.procs", "cgroup.subtree_control"])
def test_a_group_that_may_not_be_written_is_not_delegated(
    tmp_path: Path, own: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope = say(tmp_path / SCOPE)
    monkeypatch.setattr(os, "access", lambda file, mode: Path(file) != scope / name)
    assert delegated(tmp_path, own) is None


def test_where_nothing_is_delegated_nothing_is_raised(tmp_path: Path, own: Path) -> None:
    assert delegated(tmp_path, own) is None  # no such folder
    say(tmp_path / SCOPE, controllers="cpu pids")
    assert delegated(tmp_path, own) is None
    for text in (HYBRID, HYBRID.replace("0::/\n", ""), "", "nonsense"):
        own.write_text(text)
        assert delegated(tmp_path, own) is None
    say(tmp_path / "outside of the namespace")
    own.write_text("0::/../outside of the namespace\n")
    assert delegated(tmp_path / "user.slice", own) is None
    own.write_bytes(b"0::/\xff\n")
    assert delegated(tmp_path, own) is None
    assert delegated(tmp_path, tmp_path / "no such file") is None


def test_the_leaf_of_an_earlier_process_is_no_home(tmp_path: Path, own: Path) -> None:
    own.write_text("0::/scope/accord\n")
    scope = say(tmp_path / "scope", enabled="memory")
    leaf = say(scope / "accord")
    assert delegated(tmp_path, own) == scope
    (scope / "cgroup.subtree_control").write_text("\n")
    assert delegated(tmp_path, own) == leaf


def test_the_home_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Path("there")
    for found, worked, expected in ((there, True, there), (there, False, None), (None, True, None)):
        cgroup.home.cache_clear()
        answers = [found]
        monkeypatch.setattr(cgroup, "delegated", answers.pop)
        monkeypatch.setattr(cgroup, "prepare", lambda path, worked=worked: worked)
        assert [cgroup.home(), cgroup.home()] == [expected, expected]
    cgroup.home.cache_clear()


# What a group is told, and what it tells.


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What puts files into the groups that are made from then on."""

    def with_files(*names: str) -> None:
        def make(prefix: str, dir: Path) -> str:
            path = tempfile.mkdtemp(prefix=prefix, dir=dir)
            for name in names:
                Path(path, name).write_text("max\n")
            return path

        monkeypatch.setattr(cgroup, "mkdtemp", make)

    return with_files


LIMITS = ("memory.max", "memory.oom.group")


@pytest.mark.parametrize("more", [(), ("memory.swap.max",)])
def test_a_limit_is_for_all_together_and_without_swap(
    tmp_path: Path, kernel: Callable[..., None], more: tuple[str, ...]
) -> None:
    kernel(*LIMITS, *more)
    group = new_group(tmp_path, 512 * MIB)
    found = {file.name: file.read_text() for file in group.path.iterdir()}
    expected = (str(backstop(512 * MIB)), "1", "0")
    assert found == dict(zip((*LIMITS, *more), expected, strict=False))
    group.limit(1024 * MIB)
    assert (group.path / "memory.max").read_text() == str(backstop(1024 * MIB))
    group.limit(None)
    assert (group.path / "memory.max").read_text() == "max"


def test_a_group_that_cannot_be_limited_is_not_left_behind(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"memory\.max"):
        new_group(tmp_path, 512 * MIB)
    assert list(tmp_path.iterdir()) == []
    assert new_group(tmp_path).path != new_group(tmp_path).path


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
def test_what_the_kernel_says_is_read(tmp_path: Path, events: str, overrun: bool) -> None:
    group = ControlGroup(tmp_path)
    (tmp_path / "memory.events").write_text(events)
    (tmp_path / "memory.current").write_text("1234\n")
    assert (group.overrun(), group.memory(), group.peak()) == (overrun, 1234, None)
    (tmp_path / "memory.peak").write_text("5678\n")
    assert group.peak() == 5678


def test_a_group_that_has_gone_is_empty(tmp_path: Path) -> None:
    group = ControlGroup(tmp_path / "gone")
    assert (group.processes(), group.memory(), group.peak(), group.overrun()) == (
        [],
        None,
        None,
        False,
    )
    assert group.kill()
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
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


SLEEPS = "import time; time.sleep(60)"
DAEMONS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for number in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        break
time.sleep(60)
"""


@pytest.mark.parametrize("way", ["cgroup.kill", "signals"])
def test_a_group_is_killed_with_its_daemons_and_nobody_else(
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


def is_alive(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


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


def test_who_cannot_be_killed_is_not_said_to_be(
    group: ControlGroup, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(SLEEPS, group)
    with monkeypatch.context() as patched:
        patched.setattr(cgroup, "PERSISTENCE", 0.05)
        patched.setattr(ControlGroup, "_send_kill", lambda group: None)
        assert not group.kill()


@pytest.fixture
def controller(group: ControlGroup) -> Iterator[str]:
    """What can be limited below a group: memory, or else whatever can be."""
    parent = group.path.parent
    enabled = cgroup._read(parent / "cgroup.subtree_control").split()
    known = enabled or cgroup._read(parent / "cgroup.controllers").split()
    if not known:
        pytest.skip("no controllers of version 2")
    name = "memory" if "memory" in known else known[0]
    if name not in enabled:
        cgroup._write(parent / "cgroup.subtree_control", f"+{name}")
    yield name
    assert group.kill()
    cgroup._write(group.path / "cgroup.subtree_control", f"-{name}")
    if name not in enabled:
        cgroup._write(parent / "cgroup.subtree_control", f"-{name}")


CLAIMS = """
import json, os, subprocess, sys
from pathlib import Path
from accord.bench.isolation import cgroup

def place(pid):
    return Path(f"/proc/{pid}/cgroup").read_text().splitlines()[-1].removeprefix("0::")

def ask(code):
    ran = subprocess.run([sys.executable, "-P", "-c", code, *sys.argv[1:]], stdout=subprocess.PIPE)
    return ran.stdout.decode().strip()

group, root, controller, enabled = sys.argv[1:]
cgroup.ControlGroup(Path(group)).add(os.getpid())
child = subprocess.Popen(["sleep", "60"])
cgroup.CONTROLLER = controller
found = cgroup.delegated(Path(root))
cgroup.CONTROLLER = enabled
ready = found is not None and cgroup.prepare(found) and cgroup.prepare(found)
again = cgroup.delegated(Path(root))
files = [file.name for file in cgroup.new_group(found).path.iterdir()] if ready else []
child.kill()
child.wait()
print(json.dumps([str(found), ready, place("self"), str(again), files]))
"""


def claim(group: ControlGroup, controller: str, enabled: str = "") -> list[Any]:
    """What a process says that has taken a group: where it finds itself, and whether it can."""
    root = group.path
    while (root.parent / "cgroup.procs").exists():
        root = root.parent
    arguments = [str(group.path), str(root), controller, enabled or controller]
    command = [sys.executable, "-P", "-c", CLAIMS, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert not done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def test_a_process_moves_into_a_leaf_and_groups_beside_it_have_limits(
    group: ControlGroup, controller: str
) -> None:
    found, ready, place, again, files = claim(group, controller)
    assert (found, ready, again) == (str(group.path), True, str(group.path))
    assert place.endswith(f"/{group.path.name}/accord")
    assert [name for name in files if name.startswith(f"{controller}.")]
    # and the next one, which begins in the leaf
    leaf = ControlGroup(group.path / "accord")
    found, ready, place, again, files = claim(leaf, controller)
    assert (found, ready, again) == (str(group.path), True, str(group.path))
    assert place.endswith(f"/{group.path.name}/accord")


def test_a_group_with_somebody_else_in_it_is_left_as_it_is(
    group: ControlGroup, controller: str, start: Start
) -> None:
    stranger = start(SLEEPS, group)
    found, ready, place, again, files = claim(group, controller)
    assert (found, ready, again, files) == (str(group.path), False, str(group.path), [])
    assert place.endswith(f"/{group.path.name}")
    assert group.processes() == [stranger.pid]
    assert [path for path in group.path.iterdir() if path.is_dir()] == []


def test_where_systemd_has_delegated_it_everybody_moves(
    group: ControlGroup, controller: str, start: Start
) -> None:
    stranger = start(SLEEPS, group)
    try:
        os.setxattr(group.path, "user.delegate", b"1")
    except OSError as error:
        pytest.skip(f"the kernel does not let systemd say so: {error}")
    assert claim(group, controller)[1]
    assert ControlGroup(group.path / "accord").processes() == [stranger.pid]


def test_what_does_not_work_is_undone(group: ControlGroup, controller: str) -> None:
    found, ready, place, _, _ = claim(group, controller, enabled="nonsense")
    assert (found, ready) == (str(group.path), False)
    assert place.endswith(f"/{group.path.name}")
    assert [path for path in group.path.iterdir() if path.is_dir()] == []


LIMIT = 128 * MIB


def test_the_kernel_ends_a_group_at_its_limit_and_not_below(
    group: ControlGroup, controller: str, start: Start
) -> None:
    if controller != "memory":
        pytest.skip("memory belongs to version 1 here")
    group.limit(LIMIT)
    held = start(f"held = bytearray({LIMIT - 8 * MIB})", group, number=0)
    assert (held.wait(), group.overrun()) == (0, False)
    other = start(SLEEPS, group)
    hog = start("held = []\nwhile True: held.append(bytearray(1 << 24))", group, number=0)
    assert (hog.wait(), other.wait()) == (-signal.SIGKILL, -signal.SIGKILL)
    assert group.overrun()
    assert LIMIT <= (group.peak() or LIMIT) <= backstop(LIMIT) + MIB
