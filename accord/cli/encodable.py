r"""What the encoding of a terminal or a pipe has no byte for: lines are drawn in ASCII.

    ┏━┳━┓      +-+-+
    ┃ ┃ ┃      | | |       Any other character is the escape `\u00e9`, as JSON reads it.
    ┗━┻━┛      +-+-+

click takes an ASCII stream for a mistake and writes UTF-8 to it, and so the encoding has a name
here that click does not know: ASCII is what `PYTHONIOENCODING=ascii` asks for.
"""

import codecs
import json
import unicodedata
from io import TextIOWrapper

NAME = "accord_ascii"  # of the encoding, and of what handles its errors
_ACROSS, _UPRIGHT = {"LEFT", "RIGHT", "HORIZONTAL"}, {"UP", "DOWN", "VERTICAL"}


def make_encodable(stream: TextIOWrapper) -> None:
    """Have a stream write every character, whatever its encoding."""
    codecs.register_error(NAME, _replaced)
    if codecs.lookup(stream.encoding).name == "ascii":
        codecs.register(_ascii)
        stream.reconfigure(encoding=NAME)
    stream.reconfigure(errors=NAME)


def _ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under another name."""
    if name != NAME:
        return None
    same = codecs.lookup("ascii")
    coders = same.incrementalencoder, same.incrementaldecoder
    return codecs.CodecInfo(*same, *coders, NAME)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """The replacement of characters that cannot be encoded, and where the text goes on."""
    assert isinstance(error, UnicodeEncodeError), "nothing is read with it"
    missing = error.object[error.start : error.end]
    return "".join(map(in_ascii, missing)), error.end


def in_ascii(character: str) -> str:
    """A character of ASCII that looks like it, or an escape."""
    words = unicodedata.name(character, "").split()
    if words[:2] != ["BOX", "DRAWINGS"]:
        return json.dumps(character)[1:-1]
    lines = set(words) & (_ACROSS | _UPRIGHT)
    return "-" if lines <= _ACROSS else "|" if lines <= _UPRIGHT else "+"
