"""Addresses as they come along: framed by Markdown, BBCode, HTML or quotes, among words, percent-encoded, in capitals,
without their protocol, or behind what a site puts before them; and those that hold no puzzle. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from ..model.errors import PuzzleError
from ..model.tables import table

#: A longer text is not looked at, nor one with more lines.
_LONGEST, _MOST_LINES = 2**23, 12  # characters

_URL = r"(https?://\S+?)"

#: What an address may stand in, alone on its line. In the last one words stand before it: there a full stop at the end
#: may belong to either, so that it is none.
_FRAMES = (
    *(rf"{before}{_URL}{behind}" for before, behind in ("<>", '""', "''", "``", "“”", "„“", "«»")),
    rf"\({_URL}\)",
    rf"\[{_URL}\]",
    rf"!?\[[^\]\n]*\]\(<?{_URL}>?(?:\s+[\"'][^\"'\n]*[\"'])?\)",
    rf"\[url\]{_URL}\[/url\]",
    rf"\[url={_URL}\][^\n]{{0,300}}\[/url\]",
    rf"<a\s[^>\n]{{0,300}}?href=[\"']?{_URL}[\"']?(?:\s[^>\n]{{0,300}})?>[^\n]{{0,300}}</a>",
    rf"view-source:{_URL}",
    r"(?![{\[\"'#])[^\n]{0,300}?[^\W\d_]{2}[^\n]{0,300}?[ \t]\(?(https?://\S*[^\s.,;:!?)])\)?",
)

#: A file that names an address to be opened.
_SHORTCUT = r"\[InternetShortcut\]\s(?:[^\n]*\n)*?\s*URL=(\S+)(?:\s[^\n]*)*"

#: What a line of words around an address does not begin with, nor hold: a key with its value, or a row of a board.
_NO_WORDS = r"[\[{\"'|<-]|\w+:|[^=|]*[=|]"

#: An address without its protocol, which holds something behind '?' or '#'.
_BARE = r"(?ai)(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,10}(?::\d+)?/\S*[?#]\S+"

#: An address that is encoded as a whole, or whose protocol has lost a slash.
_ENCODED, _ONE_SLASH = r"(?i)https?%3A%2F%2F\S+", r"(?i)https?:/(?=[\w-]+\.[\w.-]+/)"

#: An address whose page only leads to another one.
_LEADING = r"(?i)https?://[^/\s]+/\S*[?&](?:q|u|url|target|to)=(https?%3A%2F%2F[^&\s]+)\S*"

#: What stands in addresses of sites, or in those of a program, and is handed on without the rest: its form, and what
#: goes before it in an address.
_REST = (
    (r"(?:fpuz(?:zles)?|scl)N4I[\w+/%=-]{8,}", "https://sudokupad.app/"),
    (r"N4I[\w+/%=-]{20,}", "https://www.f-puzzles.com/?load="),
    (r"7(?=\S*[q-z])(?=\S*[Q-Z])[A-Z][\w+/%=-]{80,}", "https://swaroopg92.github.io/penpa-edit/#m=edit&p="),
    (r"sgtpuzzles:(\S+)", ""),
    (r"[?&]?\w{1,10}=([0-9.]{81})", ""),
)

#: Characters without a width, which texts from pages bring along.
UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def is_unusual(text: str) -> bool:
    """Whether a text, such as what is given on the command line, is an address in a frame, encoded, or without its
    protocol.
    """
    is_bare = "/" in text and re.fullmatch(_BARE, text.strip()) is not None
    return is_bare or "://" in text or any(re.match(form, text) for form in (_ENCODED, _ONE_SLASH)) or bool(_rest(text))


def _rest(text: str) -> str | None:
    """What stands in an address, and is all that a text is, as its site has it; None for another text."""
    for form, before in _REST if len(text) > 12 and " " not in text and "\n" not in text.strip() else ():
        if found := re.fullmatch(form, text.strip()):
            return before + found[found.lastindex or 0]
    return None


def only_address(data: bytes) -> bytes | None:
    """The only address of a text in which nothing but words and what frames it stand, as programs write it: protocol
    and host in small letters, nothing encoded around it. None if there is none, or more.
    """
    head = data[:400].lower()
    may_be_rest = re.match(rb"\s*(?:fpuz|scl|n4i|7[a-z]|sgtp|[?&]?\w{1,10}=)", head) and len(data) <= _LONGEST
    if may_be_rest and (rest := _rest(data.decode(errors="replace"))) is not None:
        return rest.encode()
    may_hold = b"://" in data or b"http" in head or re.search(rb"\.[a-z]+/\S*[?#]", head) is not None
    if not may_hold or len(data) > _LONGEST or data.count(b"\n") > _MOST_LINES:
        return None
    text = data.decode(errors="replace").strip().strip(UNSEEN).strip()
    if re.fullmatch(_ENCODED, text):
        text = unquote(text)
    text = re.sub(_ONE_SLASH, lambda protocol: f"{protocol[0]}/", text, count=1)
    if re.fullmatch(_BARE, text):
        text = f"https://{text}"
    text = re.sub(r"(?i)\bhttps?://[^\s/?#<>\"')\]]+", lambda host: host[0].lower(), text, count=1)
    if text.count("://") != 1:
        return None
    shortcut = re.fullmatch(_SHORTCUT, text)
    address = shortcut[1] if shortcut is not None else _alone(_line(text))
    return None if address is None else _as_written(address).encode()


def _line(text: str) -> str:
    """The line of an address among lines of words; nothing if others stand there."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    around = [line for line in lines if "://" not in line]
    (line,) = (line for line in lines if "://" in line)
    return line if all(map(_is_of_words, around)) else ""


def _is_of_words(line: str) -> bool:
    return re.match(_NO_WORDS, line) is None and len(re.findall(r"[^\W\d_]{2,}\b", line)) > 1


def _alone(line: str) -> str | None:
    """The address that a line is, or frames."""
    if re.fullmatch(r"https?://\S+", line):
        return line
    found = next((match for frame in _FRAMES if (match := re.fullmatch(frame, line))), None)
    return None if found is None else found[1]


def _as_written(address: str) -> str:
    """An address without what mail and pages make of it."""
    leading = re.fullmatch(_LEADING, address)
    address = unquote(leading[1]) if leading is not None else address
    return address.replace("&amp;", "&").strip(UNSEEN)


# -- Addresses that hold no puzzle that can be read here: which site they are of, and what one can do instead
# A site is a line of addresses.tsv: a pattern of what its addresses begin with, then what one can do with these, or who
# keeps the puzzles that they only name.


#: What is said of an address that only names a puzzle; `{}` is the site.
_KEPT = (
    "this address only names a puzzle that {} keeps, and is never fetched: open it there, and take the puzzle itself, "
    "or an address that holds all of it"
)

#: Before who keeps the puzzles that addresses only name.
_KEPT_BY = "kept by "

#: Addresses that look as if they were to be links of puzz.link, or of a site with the same program.
_PUZZLINK = r"(?a)(?:https?://)?(?:[\w.-]*(?:puzz\.link|pzv\.jp|pzpr)[\w.-]*/\S*|[\w.:-]+/p(?:\.html)?\?\S*)"


def unread(address: str, form: str) -> PuzzleError:
    """What is wrong with an address, or another text, that holds no puzzle. form: of links of puzz.link."""
    address = address.strip()
    for pattern, said in table(__file__):
        if re.match(rf"(?:https?://)?(?:{pattern})", address, re.IGNORECASE):
            site = said.removeprefix(_KEPT_BY)
            return PuzzleError(said if site == said else _KEPT.format(site))
    if re.search(r"\s", address):
        return PuzzleError("found a blank within the address, or words behind it: take the address alone")
    if re.match(_PUZZLINK, address):
        return PuzzleError(f"this address holds no board, as one of puzz.link of the form {form} does")
    if not address.startswith(("https://", "http://")):
        return PuzzleError(f"this is not a link of the form {form}")
    return PuzzleError(
        "this address holds no puzzle of a form that is known here, and is never fetched: take the puzzle itself, or a "
        "link of puzz.link, Penpa+, f-puzzles or SudokuPad that holds it"
    )
