"""The web page's rules pane, in a browser: colours, problems, tabs, keys, putting back, and the folder as a ZIP."""

from __future__ import annotations

import functools
import http.server
import io
import itertools
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clingo
import pytest
from conftest import ROOT

from pysolve.rules import Program
from pysolve.solving.grounding import explain

STATIC = ROOT / "pysolve" / "web" / "static"
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Rules</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/rules.css"><button id="before">before</button><div id="pane"></div>
<button id="after">after</button><script type="module" src="/page.js"></script></html>"""
SCRIPT = """
const LAWS = %s;
import { loadTexts } from "/texts.js";
await loadTexts(); // as the page does before its workbench
const { createRulesPane } = await import("/rules.js");
const { downloadFolder, zip } = await import("/folder.js");
const heard = { changes: [], selections: [] };
const pane = createRulesPane(document.getElementById("pane"), {
  onChange: (files) => (document.body.dataset.changes = heard.changes.push(files)),
  onSelect: (name) => heard.selections.push(name),
  library: async () => LAWS, fileAt: async (path) => LAWS.find(({ name }) => name === path) ?? null,
  predicates: () => [{ name: "shade", arity: 1, form: "shade(X)", says: "X is shaded" }],
});
Object.assign(window, { pane, heard, zip, downloadFolder });
"""
LAWS = [
    {
        "name": "../lib/board.lp", "says": "Neighbours", "needs": [], "text": "% Neighbours.\nnear(X) :- cell(X).\n",
        "gives": [{"name": "adjacent", "arity": 2, "form": "adjacent(X,Y)", "says": "they share a side"}],
    },
    {
        "name": "../lib/view.lp", "says": "Views", "needs": [], "text": '% Views.\n#include "ray.lp".\n#include "board.lp".\n',
        "gives": [{"name": "seen", "arity": 4, "form": "seen(K,X,D,Y)", "says": "Y is seen from X"}],
    },
]  # fmt: skip
FILES = {
    "zebra.lp": "z.\n",
    "make.lp": "m.\n",
    "manifest.yaml": "name: Test\n",
    "rules.lp": "% first\na(X) :- b(X).\n\nc(X, Y) :- a(X), not d.\n",
}
ORDER = ["rules.lp", "manifest.yaml", "make.lp", "zebra.lp", "Added rules"]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the page's own files and, beside them, those of the test."""

    own: Path

    def translate_path(self, path: str) -> str:
        beside = self.own / path.lstrip("/")
        return str(beside) if beside.is_file() else super().translate_path(path)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    Handler.own = tmp_path_factory.mktemp("page")
    (Handler.own / "page.html").write_text(PAGE)
    (Handler.own / "page.js").write_text(SCRIPT % json.dumps(LAWS))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/page.html"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def window(browser: Any) -> Iterator[Any]:
    """The one page of a browser that all tests use."""
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.fixture
def page(window: Any, address: str) -> Iterator[Any]:
    """A fresh pane with FILES; whatever the browser complains of fails the test."""
    complaints: list[str] = []
    listeners = {
        "console": lambda message: complaints.append(message.text),
        "pageerror": lambda error: complaints.append(str(error)),
    }
    for event, listener in listeners.items():
        window.on(event, listener)
    window.goto(address)
    window.evaluate("import('/page.js').then(() => null)")  # it waits for the texts, longer than the page loads
    show(window, FILES, original=FILES)
    yield window
    for event, listener in listeners.items():
        window.remove_listener(event, listener)
    assert complaints == []


def show(page: Any, files: dict[str, str], **options: Any) -> None:
    page.evaluate("([files, options]) => pane.show(files, options)", [files, options])


def tokens(page: Any, text: str, name: str = "rules.lp") -> list[tuple[str, str]]:
    """Name and text of each coloured token."""
    show(page, {name: text}, selected=name)
    spans = page.locator(".cm-line [class^=rules-]")
    classes = spans.evaluate_all("(all) => all.map((each) => [each.className.replace('rules-', ''), each.textContent])")
    return [(kind, content) for kind, content in classes]


def tab(page: Any, title: str) -> Any:
    return page.get_by_role("tab", name=re.compile(f"^{re.escape(title)}"))


def shown(page: Any) -> str:
    """The title of the shown file, by its tab and by its editor alike."""
    title = page.locator("[role=tab][aria-selected=true]").inner_text()
    label = page.get_by_role("textbox").get_attribute("aria-label")
    assert label.split(" (")[0] == title
    return str(title)


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.textContent"))


def text(page: Any, name: str = "rules.lp") -> str:
    return str(page.evaluate("(name) => pane.files()[name]", name))


# -- Colours


def test_a_rule_is_coloured_by_what_its_parts_are(page: Any):
    assert tokens(page, '{ _p\'(X,1..0x1F) } :- not &q(_, "a\\"%b"), V = #count { Y }.') == [
        ("bracket", "{"), ("predicate", "_p'"), ("bracket", "("), ("variable", "X"), ("number", "1"), ("operator", ".."),
        ("number", "0x1F"), ("bracket", ")"), ("bracket", "}"), ("arrow", ":-"), ("negation", "not"),
        ("predicate", "&q"), ("bracket", "("), ("variable", "_"), ("string", '"a\\"%b"'), ("bracket", ")"),
        ("variable", "V"), ("operator", "="), ("directive", "#count"), ("bracket", "{"), ("variable", "Y"),
        ("bracket", "}"),
    ]  # fmt: skip
    assert tokens(page, "nothing :~ Not. [1@2]")[:3] == [("predicate", "nothing"), ("arrow", ":~"), ("variable", "Not")]


def test_sentences_and_comments_differ(page: Any):
    assert tokens(page, "a. % b\n%! c \"d\n%* e %* f *%\n g\n*% h.") == [
        ("predicate", "a"), ("comment", "% b"), ("sentence", '%! c "d'),
        ("comment", "%* e %* f *%"), ("comment", " g"), ("comment", "*%"), ("predicate", "h"),
    ]  # fmt: skip
    assert tokens(page, "%* a % *%\nb *% c.")[-1] == ("predicate", "c")  # as in clingo, a % hides the end of its line


def test_a_manifest_is_coloured(page: Any):
    manifest = (
        'name: Not a key # why\nread:\n  "#": {int: "c(X)", given?: hole}\nn: 12\nyes: no\ngrid: |\n  a: b\nz: 1a'
    )
    assert tokens(page, manifest, "manifest.yaml") == [
        ("key", "name"), ("operator", ":"), ("comment", "# why"), ("key", "read"), ("operator", ":"),
        ("key", '"#"'), ("operator", ":"), ("bracket", "{"), ("key", "int"), ("operator", ":"), ("string", '"c(X)"'),
        ("operator", ","), ("key", "given?"), ("operator", ":"), ("bracket", "}"),
        ("key", "n"), ("operator", ":"), ("number", "12"), ("key", "yes"), ("operator", ":"), ("directive", "no"),
        ("key", "grid"), ("operator", ":"), ("operator", "|"), ("string", "  a: b"), ("key", "z"), ("operator", ":"),
    ]  # fmt: skip


def luminance(colour: str) -> float:
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    linear = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))


def test_text_stands_out_from_its_paper(page: Any):
    """WCAG AA: 4.5 to 1, for every colour, light and dark, by the system's wish and by the page's."""
    show(page, {"rules.lp": '% c\n%! s\na(X) :- not b, "t" = 1 + #count { X }.'})
    page.evaluate('pane.mark([{ file: "rules.lp", line: 3, message: "m" }])')
    papers = []
    for wish, theme in itertools.product(("light", "dark"), ("", "light", "dark")):
        page.emulate_media(color_scheme=wish)
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        colours = page.evaluate("""() => {
          const style = (place) => getComputedStyle(document.querySelector(place));
          const spans = [...document.querySelectorAll(".cm-line, .cm-line [class^=rules-], .cm-gutters")];
          const papers = [style(".cm-editor"), style(".cm-activeLine"), style(".cm-activeLineGutter")];
          return [papers.map((each) => each.backgroundColor), spans.map((each) => getComputedStyle(each).color)];
        }""")
        for paper, ink in itertools.product(*colours):
            low, high = sorted((luminance(paper), luminance(ink)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (wish, theme, paper, ink)
        papers.append((theme or wish, colours[0][0]))
        assert len(set(colours[1])) >= 8
    assert len(set(papers)) == 2  # one light, one dark, and a theme of the page wins


# -- Problems


def marks(page: Any) -> list[tuple[str, str]]:
    """Line number and kind of each sign in the gutter."""
    markers = page.evaluate("""() => [...document.querySelectorAll(".cm-lint-marker")].map((sign) => {
      const top = sign.parentElement.getBoundingClientRect().top;
      const lines = [...document.querySelectorAll(".cm-lineNumbers .cm-gutterElement")];
      const line = lines.find((each) => each.offsetHeight && Math.abs(each.getBoundingClientRect().top - top) < 2);
      return [line.textContent, sign.className.split("cm-lint-marker-")[1]];
    })""")
    return [(line, kind) for line, kind in markers]


def mark(page: Any, *problems: dict[str, Any]) -> None:
    page.evaluate("(problems) => pane.mark(problems)", problems)


@pytest.mark.representative
def test_a_problem_lands_on_its_line_and_word(page: Any):
    line = FILES["rules.lp"].split("\n")[3]
    excerpt = f"    {line}\n    {' ' * line.index('Y')}^"
    mark(
        page,
        {"file": "test/rules.lp", "line": 4, "message": "Y is unsafe", "excerpt": excerpt},
        {"file": "rules.lp", "line": 2, "message": "odd", "severity": "warning"},
    )
    assert marks(page) == [("2", "warning"), ("4", "error")]
    assert page.locator(".cm-lintRange-error").all_inner_texts() == ["Y"]
    assert "".join(page.locator(".cm-lintRange-warning").all_inner_texts()) == "a(X) :- b(X)."
    assert page.get_by_role("listitem").all_inner_texts() == [
        "test/rules.lp, line 4: Y is unsafe", "rules.lp, line 2, warning: odd"
    ]  # fmt: skip
    assert page.locator(".rules-problems").get_attribute("aria-live") == "polite"
    page.locator(".cm-lintRange-error").hover()
    assert page.locator(".cm-tooltip").inner_text() == "Y is unsafe"
    mark(page)
    assert marks(page) == [] and page.get_by_role("listitem").count() == 0


def test_the_caret_counts_characters_not_code_units(page: Any):
    line = 'a("\N{JIGSAW PUZZLE PIECE}", B).'
    show(page, {"rules.lp": line})
    for quoted, at, marked in ((line, line.index("B"), "B"), (line, 0, "a"), ("an older text", 3, line)):
        mark(page, {"file": "rules.lp", "line": 1, "message": "m", "excerpt": f"    {quoted}\n    {' ' * at}^"})
        assert "".join(page.locator(".cm-lintRange").all_inner_texts()) == marked


def test_a_message_of_clingo_is_placed(page: Any):
    rules = Program()
    rules.add("a(1).\nb(2) :- a(1), a(X), X < Yes.\n", "mine/rules.lp")
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    with pytest.raises(RuntimeError):
        control.add("base", [], rules.text)
        control.ground([("base", [])])
    error = explain(messages[0], rules)
    show(page, {"rules.lp": "a(1).\nb(2) :- a(1), a(X), X < Yes.\n"})
    mark(page, {"file": error.file, "line": error.line, "message": error.sentence, "excerpt": error.excerpt})
    assert marks(page) == [("2", "error")]
    assert page.locator(".cm-lintRange").inner_text() == "b"
    assert "the variable Yes is unsafe" in page.get_by_role("listitem").inner_text()


def test_a_problem_elsewhere_leads_there(page: Any):
    mark(
        page,
        {"file": "test/zebra.lp", "line": 1, "message": "m"},
        {"file": "lib/other.lp", "line": 7, "message": "n"},
        {"file": "rules.lp", "line": 99, "message": "o"},
        {"message": "p"},
    )
    assert page.locator(".rules-problems button").all_inner_texts() == [
        "test/zebra.lp, line 1: m",
        "lib/other.lp, line 7: n",
        "rules.lp, line 99: o",
    ]
    assert marks(page) == [("5", "error")]
    assert tab(page, "zebra.lp").get_attribute("aria-label") == "zebra.lp, 1 problem"
    page.keyboard.press("Tab")
    page.get_by_role("button", name="zebra.lp").press("Enter")
    assert shown(page) == "zebra.lp" and marks(page) == [("1", "error")]
    page.keyboard.type("% ")
    assert text(page, "zebra.lp") == "% z.\n"  # the editor has the focus, at the problem's line
    assert page.evaluate("heard.selections") == ["zebra.lp"]


def test_a_problem_moves_with_its_line(page: Any):
    mark(page, {"file": "rules.lp", "line": 2, "message": "m"})
    page.evaluate("pane.focus()")
    page.keyboard.press("Control+Home")
    page.keyboard.type("new.\n")
    assert marks(page) == [("3", "error")]
    page.get_by_role("button", name="line 2").click()
    page.keyboard.type("x")
    assert text(page).split("\n")[2] == "xa(X) :- b(X)."
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    assert page.locator(".cm-tooltip").inner_text() == "m"


# -- Tabs and keys


def test_tabs_are_ordered_and_turned_by_arrow_keys(page: Any):
    assert page.get_by_role("tab").all_inner_texts() == ORDER
    assert page.get_by_role("tabpanel", name="rules.lp").count() == 1
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    seen = [shown(page)]
    for key in ("ArrowRight", "ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        assert focused(page) == page.locator("[role=tab][aria-selected=true]").get_attribute("id")
        assert page.locator("[role=tab][tabindex='0']").all_inner_texts() == [shown(page)]
        seen.append(shown(page))
    assert seen == [ORDER[at] for at in (0, 1, 2, -1, 0, -1, 0)]
    assert page.evaluate("heard.selections")[:3] == ["manifest.yaml", "make.lp", "added.lp"]


def test_each_known_file_says_what_it_is_for(page: Any):
    known = [
        "rules.lp",
        "manifest.yaml",
        "give.lp",
        "make.lp",
        "canonical.lp",
        "first.lp",
        "slots.lp",
        "added.lp",
        "own.lp",
    ]
    show(page, dict.fromkeys(known, ""))
    sentences = []
    for name in known:
        page.evaluate("(name) => pane.select(name)", name)
        sentences.append(page.locator(".rules-about p").inner_text())
    assert len(set(sentences)) == len(known) and sentences[0] == "What an answer is."


def test_tab_leaves_the_editor(page: Any):
    editor = page.get_by_role("textbox")
    editor.focus()
    page.keyboard.press("Tab")
    assert focused(page) == "after"
    page.keyboard.press("Shift+Tab")
    assert editor.evaluate("(each) => each === document.activeElement")
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "Put back"
    assert text(page) == FILES["rules.lp"]


def test_comments_are_toggled_by_a_key(page: Any):
    for name, line, comment in (("rules.lp", 2, "% a(X) :- b(X)."), ("manifest.yaml", 1, "# name: Test")):
        page.evaluate("([name, line]) => { pane.select(name, line); pane.focus(); }", [name, line])
        page.keyboard.press("Control+/")
        assert text(page, name).split("\n")[line - 1] == comment
        page.keyboard.press("Control+/")
        assert text(page, name) == FILES[name]


# -- Edits


def test_an_edit_is_announced_once_and_can_be_undone(page: Any):
    page.evaluate("pane.focus()")
    page.keyboard.insert_text("one. ")  # at once: a pause between two letters would end the edit
    assert page.evaluate("pane.changed()") == ["rules.lp"]
    assert tab(page, "rules.lp").get_attribute("aria-label") == "rules.lp, changed"
    page.wait_for_selector("[data-changes]")
    expected = {**FILES, "rules.lp": "one. " + FILES["rules.lp"], "added.lp": ""}
    assert page.evaluate("heard.changes") == [expected] and page.evaluate("pane.files()") == expected

    restore = page.get_by_role("button", name="Put back")
    restore.click()
    assert text(page) == FILES["rules.lp"] and page.evaluate("pane.changed()") == []
    assert restore.get_attribute("aria-disabled") == "true"
    page.evaluate("pane.focus()")
    page.keyboard.press("Control+z")
    assert text(page) == expected["rules.lp"]


def test_each_file_has_its_own_history(page: Any):
    for name, typed in (("rules.lp", "r. "), ("added.lp", "s. ")):
        page.evaluate("(name) => { pane.select(name); pane.focus(); }", name)
        page.keyboard.type(typed)
    assert page.evaluate("pane.changed()") == ["rules.lp", "added.lp"]
    page.evaluate("pane.select('rules.lp')")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert text(page) == FILES["rules.lp"] and text(page, "added.lp") == "s. "


def test_a_file_without_an_original_is_changed_and_stays(page: Any):
    show(page, {"rules.lp": "a.\r\nb.\r\n", "new.lp": ""}, original={"rules.lp": "a.\nb.\r\n"}, selected="new.lp")
    assert shown(page) == "new.lp"
    assert page.evaluate("pane.changed()") == ["new.lp"]
    assert page.get_by_role("button", name="Put back").get_attribute("aria-disabled") == "true"


def test_added_rules_begin_with_an_example_that_is_not_there(page: Any):
    page.evaluate("pane.select('added.lp')")
    assert ":- value(X, V)" in page.locator(".cm-placeholder").inner_text()
    assert text(page, "added.lp") == ""
    page.get_by_role("textbox").focus()
    page.keyboard.type("a.")
    assert page.locator(".cm-placeholder").count() == 0 and text(page, "added.lp") == "a."


# -- The folder, and the editor that is bundled


# -- Completion, and files that are included


def write(page: Any, typed: str) -> None:
    page.evaluate("pane.focus()")
    page.keyboard.press("Control+End")
    page.keyboard.type(typed)


def offered(page: Any) -> list[str]:
    """What is offered, as a screen reader reads it."""
    page.get_by_role("listbox").wait_for()
    return [" ".join(each.split()) for each in page.get_by_role("option").all_inner_texts()]


def accept(page: Any, label: str) -> None:
    page.locator("[role=option][aria-selected=true]", has_text=label).wait_for()
    page.wait_for_timeout(100)  # Enter accepts nothing in the first moment
    page.keyboard.press("Enter")


def test_predicates_of_the_type_the_library_and_the_rules_are_completed(page: Any):
    write(page, "\n:- s")
    assert offered(page) == ["shade(X) X is shaded", "seen(K,X,D,Y) Y is seen from X (adds ../lib/view.lp)"]
    assert page.locator(".cm-content").get_attribute("aria-activedescendant")
    accept(page, "shade")
    assert text(page).endswith("\n:- shade(X)")
    page.keyboard.type(", c")
    assert offered(page)[0].startswith("c(X, Y)")
    page.keyboard.press("Escape")
    assert page.get_by_role("listbox").count() == 0 and shown(page) == "rules.lp"
    page.keyboard.type(', "sha')
    page.keyboard.press("Control+Space")
    assert page.get_by_role("listbox").count() == 0  # not in a text


def test_a_predicate_of_a_law_brings_its_include(page: Any):
    write(page, "\n:- adj")
    accept(page, "adjacent")
    page.keyboard.type(".")
    assert text(page).startswith('% first\n#include "../lib/board.lp".\na(X)')
    assert text(page).endswith("\n:- adjacent(X, Y).")
    page.keyboard.type("\n:- adj")
    assert offered(page) == ["adjacent(X,Y) they share a side"]


def test_files_are_completed_with_what_they_say(page: Any):
    write(page, '\n#include "')
    assert offered(page) == ["../lib/board.lp Neighbours", "../lib/view.lp Views"]
    accept(page, "board")
    assert text(page).endswith('\n#include "../lib/board.lp".')
    assert page.locator(".rules-includes button").all_inner_texts() == ["lib/board.lp"]


VIEWING = {**FILES, "rules.lp": '#include "../lib/view.lp".\n% #include "../lib/no.lp".\na.\n'}


def test_an_included_file_is_read_and_left(page: Any):
    show(page, VIEWING, original=VIEWING, type="mine")
    page.evaluate("pane.focus()")
    page.keyboard.press("F12")
    back = page.get_by_role("button", name="Back to rules.lp")
    back.wait_for()
    assert page.locator(".cm-content").get_attribute("aria-label") == "../lib/view.lp, to be read"
    page.keyboard.type("x")
    assert page.locator(".cm-line").first.inner_text() == "% Views."
    page.get_by_role("button", name="lib/board.lp").click()
    page.get_by_text("../lib/board.lp, to be read. Neighbours.").wait_for()
    page.keyboard.press("Escape")
    assert shown(page) == "rules.lp" and not back.is_visible()
    assert text(page) == VIEWING["rules.lp"] and page.evaluate("pane.changed()") == []


def test_an_included_file_is_copied_into_the_rules(page: Any):
    show(page, VIEWING, original=VIEWING, type="mine")
    page.get_by_role("button", name="lib/view.lp").click()
    page.get_by_role("button", name="Copy into these rules").click()
    assert shown(page) == "view.lp"
    assert text(page, "view.lp") == LAWS[1]["text"].replace('"ray', '"../lib/ray').replace('"board', '"../lib/board')
    assert text(page) == VIEWING["rules.lp"].replace("../lib/view.lp", "view.lp")
    assert page.evaluate("pane.changed()") == ["rules.lp", "view.lp"]
    write(page, "mine.")
    assert text(page, "view.lp").endswith("\nmine.")


def test_added_rules_take_over_the_text_of_a_copied_file(page: Any):
    show(page, {**FILES, "added.lp": '#include "../lib/board.lp".\nb.'}, type="mine", selected="added.lp")
    page.get_by_role("button", name="lib/board.lp").click()
    page.get_by_role("button", name="Copy into these rules").click()
    assert text(page, "added.lp") == LAWS[0]["text"] + "\nb."


def test_a_problem_in_a_file_of_the_library_leads_there(page: Any):
    mark(page, {"file": "lib/board.lp", "line": 2, "message": "m", "severity": "info"})
    page.get_by_role("button", name="lib/board.lp, line 2").click()
    page.get_by_role("button", name="Back to rules.lp").wait_for()
    assert page.locator(".cm-activeLine").inner_text() == "near(X) :- cell(X)."


def test_a_folder_becomes_a_zip(page: Any):
    files = {
        "mine/rules.lp": "% \N{JIGSAW PUZZLE PIECE}\na.\n" * 999,
        "mine/empty.lp": "",
        "mine/\N{LATIN SMALL LETTER U WITH DIAERESIS}.lp": "x",
    }
    packed = bytes(page.evaluate("(files) => [...zip(files)]", files))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        assert {each.filename: archive.read(each).decode() for each in archive.infolist()} == files
    empty = bytes(page.evaluate("() => [...zip({})]"))
    assert zipfile.ZipFile(io.BytesIO(empty)).namelist() == []


def test_a_folder_is_downloaded(page: Any):
    with page.expect_download() as coming:
        page.evaluate("downloadFolder('mine', pane.files())")
    assert coming.value.suggested_filename == "mine.zip"
    with zipfile.ZipFile(coming.value.path()) as archive:
        assert archive.read("mine/rules.lp").decode() == FILES["rules.lp"]
        assert sorted(archive.namelist()) == sorted(f"mine/{name}" for name in [*FILES, "added.lp"])


def test_the_bundle_says_what_it_is_made_of():
    wanted = json.loads((ROOT / "tools" / "codemirror" / "package.json").read_text())
    heading, code = (STATIC / "vendor" / "codemirror.js").read_text().split("\n", 1)
    licence = (STATIC / "vendor" / "codemirror.LICENSE.txt").read_text()
    for name, version in wanted["dependencies"].items():
        assert f"{name} {version}" in heading and f"{name} {version}\n  Copyright" in licence
    assert "MIT" in heading and "Permission is hereby granted" in licence
    assert set(re.findall(r"https?://([\w.-]+)", code)) <= {"www.w3.org"}  # names of XML, not addresses
