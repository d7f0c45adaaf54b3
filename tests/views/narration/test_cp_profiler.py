"""Search trees for CP-Profiler, read by a decoder that was written from the protocol."""

import json
import socket
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from struct import Struct
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid, cell_name
from accord.solvers.registry import available, select
from accord.solvers.traces.events import End, Event, Header, Recording
from accord.solvers.traces.record import record
from accord.views.narration.cp_profiler import messages, send
from format_samples import SEARCH

STATUS = {0: "SOLVED", 1: "FAILED", 2: "BRANCH", 3: "SKIPPED"}
FIELDS = {0: "label", 1: "nogood", 2: "info"}
NODE = Struct(">3i3iiiB")  # its own id, its parent's, which child it is, how many it has, status
SOLVED = Grid(map(int, "1234341221434321"))
TWO = "..343412..434321"
FEW = "1... ..2. .3.. ...."  # several solutions
TRACING = sorted(name for name, each in available().items() if each.traces)
SEARCHERS = [
    "backtracking-mrv",
    "backtracking-mrv:filter=forward",
    "backtracking-mrv:filter=gac",
    "dancing-links",
]
CASES = [*((name, FEW) for name in TRACING), *((name, SEARCH) for name in SEARCHERS)]


class ProtocolError(Exception):
    """The profiler could not make a tree of this."""


@dataclass
class ProfiledNode:
    """A node as the profiler keeps it."""

    status: str
    label: str
    info: str
    slots: list["ProfiledNode | None"]  # a place for each child that was announced


@dataclass
class Profile:
    """What a profiler has when all messages are read."""

    start: dict[str, Any] = field(default_factory=dict)
    version: int = 0
    roots: list[ProfiledNode] = field(default_factory=list)  # one for each restart
    nodes: dict[tuple[int, ...], ProfiledNode] = field(default_factory=dict)
    restarts: list[int] = field(default_factory=list)


def profile(recording: Recording) -> Profile:
    """What a profiler reads of a recording: each conflict, solution, guess and restart of it."""
    found = decoded(b"".join(messages(recording)))
    counts, seen = recording.counts, Counter(node.status for node in found.nodes.values())
    guesses = sum("=" in node.label for node in found.nodes.values())
    names = ("conflict", "solution", "decide", "restart")
    assert [seen["FAILED"], seen["SOLVED"], guesses, len(found.roots) - 1] == [
        counts.get(name, 0) for name in names
    ]
    restarts = counts.get("restart", 0) > 0
    assert found.start == {"name": recording.header.title, "has_restarts": restarts}
    assert found.version == 3
    return found


def decoded(data: bytes) -> Profile:
    """Read messages to the end, and refuse what the profiler would not survive."""
    found, place, done = Profile(), 0, False
    while place < len(data):
        if done:
            raise ProtocolError("a message after DONE")
        length = int.from_bytes(data[place : place + 4], "little")
        body = data[place + 4 : place + 4 + length]
        if len(body) != length or not body:
            raise ProtocolError("a message that is too short")
        place += 4 + length
        done = receive(found, body[0], body[1:])
    if not done:
        raise ProtocolError("no DONE")
    if any(None in node.slots for node in found.nodes.values()):
        raise ProtocolError("a child that was announced and never sent")
    return found


def receive(found: Profile, kind: int, body: bytes) -> bool:
    """One message; whether it is the last."""
    if kind == 2 and not found.start:
        read_fields = fields(body)
        found.version, found.start = read_fields["version"], json.loads(read_fields["info"])
    elif kind == 3 and found.start.get("has_restarts") is True:
        found.restarts.append(json.loads(fields(body)["info"])["restart_id"])
    elif kind == 0 and found.start:
        receive_node(found, body)
    elif kind == 1 and not body:
        return True
    else:
        raise ProtocolError(f"a message of type {kind} here")
    return False


def receive_node(found: Profile, body: bytes) -> None:
    *numbers, alternative, children, status = NODE.unpack_from(body)
    own, parent = tuple(numbers[:3]), tuple(numbers[3:])  # node, restart, thread
    texts = fields(body[NODE.size :])
    node = ProfiledNode(STATUS[status], texts["label"], texts.get("info", ""), [None] * children)
    if own in found.nodes:
        raise ProtocolError(f"the node {own} twice")
    if (children > 0) != (node.status == "BRANCH"):
        raise ProtocolError(f"{node.status} with {children} children")
    found.nodes[own] = node
    if parent[0] == -1:
        if own[1] != len(found.roots) or found.restarts != [*range(1, len(found.roots) + 1)]:
            raise ProtocolError("a root without its restart")
        found.roots.append(node)
        return
    above = found.nodes.get(parent)
    if above is None or parent[1:] != own[1:]:
        raise ProtocolError(f"a parent that is not known: {parent}")
    if not 0 <= alternative < len(above.slots) or above.slots[alternative] is not None:
        raise ProtocolError(f"no place {alternative} below {parent}")
    above.slots[alternative] = node


def fields(body: bytes) -> dict[str, Any]:
    """The optional fields of a message."""
    found: dict[str, Any] = {}
    while body:
        number = int.from_bytes(body[1:5], "big", signed=True)
        if body[0] == 3:
            found["version"], body = number, body[5:]
        elif body[0] in FIELDS and len(body) >= 5 + number:
            found[FIELDS[body[0]]], body = body[5 : 5 + number].decode(), body[5 + number :]
        else:
            raise ProtocolError(f"a field {body[0]} of {number} bytes")
    return found


def recording(*events: Event, left_out: int = 0) -> Recording:
    end = End(events=len(events) + left_out, left_out=left_out)
    return Recording(Header(read(TWO), "somebody"), events, end)


def decide(cell: int, value: int, depth: int, holds: bool = True) -> Event:
    return Event("decide", cell, value, {"decision": "mrv"}, depth, holds)


def backtrack(depth: int) -> Event:
    return Event("backtrack", depth=depth)


CONFLICT, RESTART = Event("conflict"), Event("restart", depth=0)
SOLUTION = Event("solution", grid=SOLVED)
ASSIGN = Event("assign", 4, 3, {"domain": [3]})
SMALL = recording(decide(0, 1, 1), CONFLICT, backtrack(0), decide(0, 2, 1), SOLUTION)


def drawn(node: ProfiledNode | None) -> str:
    """A tree in one line: what each node is, and below it its children in brackets."""
    assert node is not None
    below = " ".join(map(drawn, node.slots))
    return f"{node.label}:{node.status}" + (f"[{below}]" if node.slots else "")


def test_a_small_tree_is_these_bytes() -> None:
    info = b'{"name": "somebody", "has_restarts": false}'
    grid = b'{"grid": "1234341221434321"}'
    none = "ffffffff" * 3
    expected = [
        bytes.fromhex("36000000" "02" "03" "00000003" "02" "0000002b") + info,
        bytes.fromhex("2d000000" "00" "00000000" "00000000" "00000000" + none)
        + bytes.fromhex("ffffffff" "00000002" "02" "00" "00000006") + b"puzzle",
        bytes.fromhex("2f000000" "00" "00000001" "00000000" "00000000" + "00000000" * 3)
        + bytes.fromhex("00000000" "00000000" "01" "00" "00000008") + b"r1c1 = 1",
        bytes.fromhex("50000000" "00" "00000002" "00000000" "00000000" + "00000000" * 3)
        + bytes.fromhex("00000001" "00000000" "00" "00" "00000008") + b"r1c1 = 2"
        + bytes.fromhex("02" "0000001c") + grid,
        bytes.fromhex("01000000" "01"),
    ]  # fmt: skip
    assert [*messages(SMALL)] == expected


@pytest.mark.parametrize(("solver", "text"), CASES)
def test_the_tree_of_a_solver_has_each_guess_conflict_and_solution(solver: str, text: str) -> None:
    recorded = record(select(solver), read(text), limit=None, most=20_000)
    grids = {grid for root in profile(recorded).roots for grid in guessed_right(root)}
    assert not recorded.end.left_out
    assert grids == {str(event.grid) for event in recorded.events if event.grid is not None}


def guessed_right(root: ProfiledNode) -> Iterator[str]:
    """The grids in the tree, if they have every value that was guessed on the way to them."""
    waiting: list[tuple[ProfiledNode, tuple[str, ...]]] = [(root, ())]
    while waiting:
        node, above = waiting.pop()
        path = (*above, node.label)
        if node.status == "SOLVED":
            grid = Grid.parse(json.loads(node.info)["grid"])
            holding = {f"{cell_name(cell, grid.size)} = {value}" for cell, value in enumerate(grid)}
            assert {label for label in path if " = " in label} <= holding
            yield str(grid)
        waiting += ((child, path) for child in node.slots if child is not None)


RESTARTED = recording(
    decide(0, 1, 1),
    decide(1, 2, 2, holds=False),
    CONFLICT,
    backtrack(1),  # the first guess goes on after the conflict of the second
    decide(1, 4, 2),
    decide(4, 3, 3),
    RESTART,  # nothing is known of the third
    ASSIGN,
    decide(0, 2, 1),
    SOLUTION,
    backtrack(0),
    decide(0, 1, 1),
    ASSIGN,
    decide(1, 2, 2),  # and here the trace ends
    left_out=100,
)


@pytest.mark.parametrize(
    ("recorded", "trees"),
    [
        (recording(), ["puzzle:SKIPPED"]),
        (recording(ASSIGN, SOLUTION), ["puzzle:SOLVED"]),
        (recording(ASSIGN, CONFLICT), ["puzzle:FAILED"]),
        (
            record(select("backtracking-mrv"), read(TWO), limit=None),
            ["puzzle:BRANCH[r1c1 = 1:SOLVED r1c1 = 2:SOLVED]"],
        ),
        (
            recording(decide(0, 1, 1), CONFLICT, backtrack(0), CONFLICT),  # one beside the guess
            ["puzzle:BRANCH[r1c1 = 1:FAILED conflict:FAILED]"],
        ),
        (
            RESTARTED,
            [
                "puzzle:BRANCH[r1c1 = 1:BRANCH[r1c2 != 2:FAILED "
                "r1c2 = 4:BRANCH[r2c1 = 3:SKIPPED]]]",
                "puzzle:BRANCH[r1c1 = 2:SOLVED r1c1 = 1:BRANCH[r1c2 = 2:SKIPPED]]",
            ],
        ),
    ],
    ids=["nothing", "solved", "failed", "two solutions", "conflict without a guess", "restart"],
)
def test_a_search_is_drawn_as_it_was(recorded: Recording, trees: list[str]) -> None:
    assert [*map(drawn, profile(recorded).roots)] == trees


@st.composite
def searches(draw: st.DrawFn) -> list[Event]:
    """Events that follow on each other, of no solver in particular."""
    events, depth = list[Event](), 0
    for kind in draw(st.lists(st.sampled_from("ddddccsbbr"), max_size=40)):
        if kind == "d":
            depth += 1
            events.append(decide(draw(st.integers(0, 15)), draw(st.integers(1, 4)), depth))
        elif kind == "b" and depth:
            depth = draw(st.integers(0, depth - 1))
            events.append(backtrack(depth))
        elif kind == "r":
            depth = 0
            events.append(RESTART)
        elif kind in "cs":
            events.append(CONFLICT if kind == "c" else SOLUTION)
    return events


@given(searches())
@settings(max_examples=50)
def test_the_profiler_makes_a_tree_of_any_search_and_nothing_is_lost(events: list[Event]) -> None:
    found = profile(recording(*events))
    places = [slot for node in found.nodes.values() for slot in node.slots]
    assert len({*map(id, places)}) == len(places) == len(found.nodes) - len(found.roots)


def test_a_tree_deeper_than_pythons_stack_is_written() -> None:
    found = profile(recording(*(decide(0, 1, depth) for depth in range(1, 3001)), SOLUTION))
    assert len(found.nodes) > 3000


def corrupted() -> Iterator[tuple[str, bytes]]:
    """What is wrong, and messages in which it is."""
    start, root, failed, solved, done = messages(SMALL)
    more = root[:33] + (3).to_bytes(4, "big") + root[37:]
    moved = solved[:29] + (0).to_bytes(4, "big") + solved[33:]
    yield "no DONE", b"".join([start, root, failed, solved])
    yield "after DONE", b"".join([start, root, failed, solved, done, done])
    yield "too short", b"".join([start, root, failed, solved, done])[:-1]
    yield "never sent", b"".join([start, root, failed, done])
    yield "never sent", b"".join([start, more, failed, solved, done])
    yield "no place", b"".join([start, root, failed, moved, done])
    yield "twice", b"".join([start, root, failed, failed, done])
    yield "not known", b"".join([start, failed, root, solved, done])
    yield "without its restart", b"".join([start, root, failed, solved, root_of(1, root), done])
    yield "a message of type 0", b"".join([root, failed, solved, done])
    yield "BRANCH with 0", b"".join([start, root, failed[:37] + b"\2" + failed[38:], solved, done])


def root_of(restart: int, root: bytes) -> bytes:
    """The root again, as a node of another restart."""
    return root[:9] + restart.to_bytes(4, "big") + root[13:]


def test_the_decoder_refuses_what_is_no_tree() -> None:
    for wrong, data in corrupted():
        with pytest.raises(ProtocolError, match=wrong):
            decoded(data)


def test_a_tree_is_sent_to_a_server_and_without_one_that_is_an_error() -> None:
    received = bytearray()

    def accept() -> None:
        connection, _ = server.accept()
        with connection:
            while data := connection.recv(65536):
                received.extend(data)

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        receiver = Thread(target=accept)
        receiver.start()
        send(SMALL, "127.0.0.1", port)
        receiver.join(10)
    assert bytes(received) == b"".join(messages(SMALL))
    with pytest.raises(OSError, match=r"."):
        send(SMALL, "127.0.0.1", port)
