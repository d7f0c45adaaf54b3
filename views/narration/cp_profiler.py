"""The search tree of a trace for CP-Profiler, which draws such trees and compares them.

CP-Profiler is by Maxim Shishmarev, Christopher Mears, Guido Tack and Maria Garcia de la Banda,
"Visual search tree profiling", Constraints 21, 2016.  What is written here is version 3 of its
protocol; docs/explanation/exports.md says after which sources, and how a trace becomes a tree:

    message    length    bytes of the rest, a 4-byte integer, lowest byte first
               type      a byte: NODE 0, DONE 1, START 2, RESTART 3
    NODE       id        node, restart, thread: a 4-byte integer each
               parent    the same; node -1 above a root
               alt       which of its siblings, from 0; 4 bytes
               children  how many; 4 bytes
               status    a byte: SOLVED 0, FAILED 1, BRANCH 2, SKIPPED 3
    any        fields    a byte each: LABEL 0, NOGOOD 1, INFO 2, then the length, in 4 bytes, and
                         the text; VERSION 3, then 4 bytes

START has the version, and as info a JSON object with the name and whether there are restarts; the
info of RESTART says its number.  All other integers have their highest byte first.
"""

import json
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from struct import pack

from accord.puzzles import Grid, Puzzle
from accord.solvers.traces.events import Event, Header, Recording

PORT = 6565  # where the profiler listens by default
VERSION = 3  # of the protocol
THREAD = 0
NO_PARENT = (-1, -1, -1)  # above a root


class Type(IntEnum):
    """Types of messages, in one byte."""

    NODE = 0
    DONE = 1
    START = 2
    RESTART = 3


class NodeStatus(IntEnum):
    """Kinds of nodes, in one byte."""

    SOLVED = 0
    FAILED = 1
    BRANCH = 2
    SKIPPED = 3


class Field(IntEnum):
    """Optional fields of a message, in one byte."""

    LABEL = 0
    NOGOOD = 1
    INFO = 2
    VERSION = 3


@dataclass
class ProfilerNode:
    """A guess with all that happened in it; or, with a status, a leaf."""

    label: str
    status: NodeStatus | None = None
    info: str = ""
    children: list["ProfilerNode"] = field(default_factory=list)

    @property
    def settled(self) -> "ProfilerNode":
        """The node as it is sent: in place of its only leaf, where there is nothing else in it."""
        if self.status is not None:
            return self
        if not self.children:
            return ProfilerNode(self.label, NodeStatus.SKIPPED)
        leaf = self.children[0]
        if len(self.children) == 1 and leaf.status is not None:
            return ProfilerNode(self.label, leaf.status, leaf.info)
        return ProfilerNode(self.label, NodeStatus.BRANCH, self.info, self.children)


def messages(recording: Recording) -> Iterator[bytes]:
    """The search tree as messages of the protocol, lengths included; joined, they are a file."""
    roots = trees(recording)
    restarts = len(roots) > 1
    name = {"name": recording.header.title, "has_restarts": restarts}
    version = pack(">Bi", Field.VERSION, VERSION)
    yield _message(Type.START, version + _text(Field.INFO, json.dumps(name)))
    next_id = 0
    for restart, root in enumerate(roots):
        if restart:
            yield _message(Type.RESTART, _text(Field.INFO, json.dumps({"restart_id": restart})))
        for message in _sent(root, restart, next_id, restart if restarts else -1):
            yield message
            next_id += 1
    yield _message(Type.DONE)


def send(recording: Recording, host: str = "localhost", port: int = PORT) -> None:
    """Send the search tree to a profiler that is running.

    Raises:
        OSError: no profiler listens there.
    """
    with socket.create_connection((host, port)) as connection:
        for message in messages(recording):
            connection.sendall(message)


def trees(recording: Recording) -> list[ProfilerNode]:
    """The root of the search before the first restart, and after each."""
    header = recording.header
    name = "puzzle" if isinstance(header.problem, Puzzle) else "problem"
    roots = [ProfilerNode(name)]
    path = [roots[0]]  # from the root to where the search is
    for event in recording.events:
        match event.kind:
            case "decide":
                child = ProfilerNode(_label(event, header))
                path[-1].children.append(child)
                path.append(child)
            case "conflict":
                path[-1].children.append(ProfilerNode("conflict", NodeStatus.FAILED))
            case "solution":
                grid = str(event.grid) if isinstance(event.grid, Grid) else event.grid
                info = json.dumps({"grid": grid})
                path[-1].children.append(ProfilerNode("solution", NodeStatus.SOLVED, info))
            case "backtrack":
                del path[(event.depth or 0) + 1 :]
            case "restart":
                roots.append(ProfilerNode(name))
                path = [roots[-1]]
    return roots


def _label(event: Event, header: Header) -> str:
    """The decision that leads to a node: `r1c5 = 3`."""
    assert event.cell is not None
    return f"{header.name(event.cell)} {'=' if event.holds else '!='} {event.value}"


def _sent(root: ProfilerNode, restart: int, first_id: int, alternative: int) -> Iterator[bytes]:
    """The nodes below a root and itself, each after its parent."""
    number = first_id
    waiting = [(root, NO_PARENT, alternative)]
    while waiting:
        node, parent, place = waiting.pop()
        settled, own = node.settled, (number, restart, THREAD)
        yield _node(settled, own, parent, place)
        number += 1
        below = [(child, own, place) for place, child in enumerate(settled.children)]
        waiting += reversed(below)


def _node(node: ProfilerNode, own: Sequence[int], parent: Sequence[int], place: int) -> bytes:
    assert node.status is not None
    body = pack(">8iB", *own, *parent, place, len(node.children), node.status)
    info = _text(Field.INFO, node.info) if node.info else b""
    return _message(Type.NODE, body + _text(Field.LABEL, node.label) + info)


def _message(kind: Type, rest: bytes = b"") -> bytes:
    return pack("<I", 1 + len(rest)) + pack("B", kind) + rest


def _text(name: Field, text: str) -> bytes:
    data = text.encode()
    return pack(">Bi", name, len(data)) + data
