"""The error that a program reports in what it prints, whatever its exit code and status say.

    ! ERROR:                                          ACE, which then ends with code 0
    c ERROR out of memory                             a comment of the SAT competitions
    kissat: error: can not read '/tmp/x.cnf'          behind the name of who says it
    =====ERROR=====                                   MiniZinc
    java.lang.ArrayStoreException: constraints.X      a stack trace, of Java, Python, Rust, Go, C++
    Cannot open x.cnf: No such file or directory      in words

A line is looked at from its beginning, as statistics and options name errors as well: `c errors:
0`, `c relative error: 1e-9`, `c no error found` and all that calls itself a warning or a note
report none.  In a comment, which a program with a status may print of anything, a failure in words
(`c unknown option --x ignored`, `c out of memory: no`) is none: it counts behind ERROR, FATAL,
EXCEPTION or `error:` alone.  Words that are not known here are none either: a program whose own
words say that it failed, with code 0 and without a status, has given up.
"""

import re
from collections.abc import Iterator

LONGEST = 300  # characters of a report
LOOKED_AT = 500  # characters of a line
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_DATE = re.compile(r"\d[\d:.,TZ+-]*")
_HARMLESS = re.compile(
    r"""\b(?:no|0|zero|without|any)\ (?:\w+\ )?(?:error|exception|failure)s?\b
    | \b(?:error|exception|failure|fatal|abort(?:ed)?|panic)s?\s*[:=]?
      \s*(?:0|0\.0*|none|no|false|off)$
    | \b(?:errors|(?:exception|failure|fatal|abort(?:ed)?|panic)s?)\s*[:=]?\s*\d+$
    | \w\ error\s*[:=]\s*[-+\d.e%]+$
    | ^(?:\S+:\ )?\W*(?:warn(?:ing)?|note|info|debug|hint)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_ANYWHERE = re.compile(
    r"""\b(?:(?:error|exception)\ (?:has\ )?occur | assert(?:ion)?\b.*\bfail | core\ dumped
    | no\ such\ file\ or\ directory | permission\ denied | command\ not\ found)""",
    re.VERBOSE | re.IGNORECASE,
)
_FIRST = re.compile(
    r"""[\W_]*(?:(?-i:ERROR|FATAL|PANIC|EXCEPTION)\b
    | (?:\w+\ ){0,2}(?:error|exception|failure|panic|fatal|abort(?:ed)?)
      (?:\s*[:!(\]]|[.,](?=\s|$)|\ -\ |\s*$)
    | error\ (?:\d+\b|code|line) | (?:\w+\ )?error\ (?:in|at|on|when|while|during|reading|parsing)\b
    | (?:unhandled\ |uncaught\ )?(?:exception|error)\ in\b | (?:unhandled|uncaught)\ exception
    | (?-i:(?:[A-Za-z_][\w$]*[.:]+)*[\w$]*(?:Error|Exception))\s*(?::|$)
    | caused\ by: | traceback\ \(most\ recent | at\ [\w.$/<>]+\([\w.$\ ]+(?::\d+)?\)\s*$
    | thread\ '.*panicked\ at | terminate\ called | goroutine\ \d+\ \[ | std::bad_alloc
    | segmentation\ fault | bus\ error | illegal\ instruction | floating[\ ]point\ exception
    | stack\ (?:overflow|smashing) | out\ of\ memory | double\ free | symbol\ lookup\ error
    | (?:can\ ?not|can't|could\ not|couldn't|unable\ to|failed\ to|failure\ to)\ (?:open|read|parse
      |load|allocate|create|write|access|execute|start|connect|initiali|understand|find\ or\ load)
    | (?:unknown|unrecogni[sz]ed|invalid|illegal|missing|unexpected|unsupported|malformed)
      \ (?:\w+\ )?(?:option|argument|parameter|flag|command|input|file|token|character|syntax|header
      |instance|constraint|format|symbol|identifier)s?\b
    | licen[cs]e\ .*\b(?:expired|invalid|missing|found|denied) | no\ (?:valid\ )?licen[cs]e)""",
    re.VERBOSE | re.IGNORECASE,
)
_IN_COMMENT = re.compile(
    r"""[\W_]*(?:(?-i:ERROR|FATAL|EXCEPTION)\b
      | (?:(?:internal|fatal)\ )?error\s*[:!\]] | internal\ error\ in\b)
    | .*\bassert(?:ion)?\b.*\bfail""",
    re.VERBOSE | re.IGNORECASE,
)


def is_error(line: str) -> bool:
    """Whether a line of output reports an error; one of a solution (`v`) or a status (`s`) not."""
    first, *words = _COLOUR.sub("", line[:LOOKED_AT]).split() or [""]
    if first in ("v", "s"):
        return False
    comment = first in ("c", "d")
    words = words if comment else [first, *words]
    said = " ".join(words)
    if _HARMLESS.search(said):
        return False
    begins = _IN_COMMENT if comment else _FIRST
    anywhere = not comment and _ANYWHERE.search(said)
    return bool(anywhere) or any(map(begins.match, _beginnings(words)))


def _beginnings(words: list[str]) -> Iterator[str]:
    """A line, and what is left of it behind a date, a file and its line, or a program's name."""
    for place, word in enumerate(words):
        yield " ".join(words[place:])
        if not (word.endswith(":") or _DATE.fullmatch(word)):
            return


def reported_error(output: str) -> str:
    """The first error that an output reports, in one line of at most LONGEST characters, or empty.

    Where the first line says little, as the head of a stack trace, those behind it are added.
    """
    lines = [line.rstrip() for line in _COLOUR.sub("", output).splitlines()]
    place = next((place for place, line in enumerate(lines) if is_error(line)), len(lines))
    said = lines[place : place + 1]
    trace = bool(said) and said[0].startswith("Traceback")
    for line in filter(None, lines[place + 1 :]):
        if trace and not line[0].isspace():  # Python says last what it is
            said = [line]
            break
        if not (line[0].isspace() or said[-1].endswith(":")) or len(" ".join(said)) > LONGEST:
            break
        said.append(line)
    return " ".join(" ".join(said).split())[:LONGEST]
