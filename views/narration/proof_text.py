"""A proof as text: a paragraph for each lemma, the first ones."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from accord.puzzles.outside_data import visible
from accord.puzzles.phrasing import counted, listed
from accord.solvers.traces.events import Event, Header, Recording
from accord.views.narration.captions import ending
from accord.views.narration.narration import sentence

WIDTH = 80  # characters of a line
FIRST = 10  # paragraphs
BEFORE, BEHIND = 8, 3  # sentences of a long paragraph
NAMED, ALIKE = 8, 4  # assumptions, and events of one reason; more are counted
INDENT = 4  # characters, of what follows the first line


def proof_lines(recording: Recording, first: int = FIRST) -> Iterator[str]:
    """The first paragraphs of a proof in lines, how many follow, and what is proved.

    Args:
        recording: of a proof, by `proof_recording`.
        first: how many paragraphs.
    """
    parts = _event_groups(recording.events)
    for part in parts[:first]:
        yield from _wrapped(_shortened(_sentences(recording.header, part)))
    more, least = len(parts) - first, "at least " * bool(recording.end.left_out)
    if more > 0:
        yield f"... {least}{counted(more, 'paragraph')} more: --html FILE shows every step"
    yield from _wrapped([ending(recording)])


def _event_groups(events: Sequence[Event]) -> list[list[Event]]:
    """The events of each lemma; those that follow without an assumption stand together."""
    parts, assumed = list[list[Event]](), False
    for event in events:
        begins = event.kind == "restart" or (event.kind == "decide" and not assumed)
        before = parts[-1][-1].kind if parts else ""
        ends = before in ("", "restart", "backtrack") or event.kind != before == "solution"
        if begins or ends:
            parts.append([])
        assumed = event.kind not in ("backtrack", "restart") and (assumed or begins)
        parts[-1].append(event)
    return parts


def _sentences(header: Header, events: Sequence[Event]) -> list[str]:
    """Sentences on events; assumptions, and events of one reason, share a sentence."""
    said = list[str]()
    decisions = [each for each in events if each.kind == "decide"]
    for event in events:
        text = sentence(header, event)
        if event.kind != "decide":
            said.append(text)
        elif event is decisions[0]:
            others = (_assumed(header, each) for each in decisions[1:])
            said.append(f"{listed([text.removesuffix('.'), *others], most=NAMED)}.")
    heads = (each.partition(": ") for each in said)
    return [
        f"{listed((head for head, *_ in group), most=ALIKE)}{colon}{why}"
        for (_, colon, why), group in groupby(heads, _alike)
    ]


def _alike(said: tuple[str, str, str]) -> tuple[str, str, str]:
    """The key of sentences that are printed as one; a reason with `it` is of its own."""
    head, colon, why = said
    return "" if colon and not why.startswith("it ") else head, colon, why


def _assumed(header: Header, event: Event) -> str:
    name = header.name(event.cell or 0)
    return f"{name} is {'not ' * (not event.holds)}{event.value}"


def _shortened(sentences: list[str]) -> list[str]:
    left = len(sentences) - BEFORE - BEHIND
    if left < 2:
        return sentences
    return [*sentences[:BEFORE], f"({counted(left, 'step')} more.)", *sentences[-BEHIND:]]


def _wrapped(sentences: Sequence[str]) -> list[str]:
    text = visible(" ".join(sentences))
    return wrap(text, WIDTH, subsequent_indent=" " * INDENT, break_on_hyphens=False)
