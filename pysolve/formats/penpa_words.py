"""What things are called in a link of Penpa+: its layers, colours, symbols, and how it shortens them.

Source: class_p.js, class_square.js and general.js of penpa-edit (https://github.com/swaroopg92/penpa-edit).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

#: Where links that are written open.
SITE = "https://swaroopg92.github.io/penpa-edit/"

#: Bytes that a link may hold once it is unpacked.
LARGEST_TEXT = 2**23

#: What links call boards of squares, as a pattern.
SQUARE_BOARDS = "square|sudoku|kakuro"

#: Cells around the board that have numbers of their own.
RIM = 2

#: From the letter behind a z to what it stands for.
ABBREVIATIONS: Mapping[str, str] = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"', "0": '"squareframe"',
    "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"', "_": '"__a"', "O": "null",
}  # fmt: skip

#: The layers that are objects, in the order in which they are written, and those that are lists.
OBJECTS = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE",
)  # fmt: skip
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")

#: The colours of texts that have a circle around them: an empty and a filled one; and those that have no such circle.
CIRCLED, DISCED = 6, 7
UNCIRCLED = (1, 2, 3, 4, 5, 8, 9, 10)

#: Symbols that are dark cells: with a stroke between the two numbers in its corners, which is written, and without.
DARK_CELLS = ("kakuro 1", "kakuro 2")

#: The styles of a text that say nothing but how large it is; the one of a text with an arrow, and
#: of one that is wider than its cell, or smaller.
PLAIN_STYLES = ("1", "5", "6", "8", "10")
ARROW_STYLE = "2"
LONG, SMALLER = "8", "6"

#: Says of a shape that it is a dot.
SMALL = "small"

#: The directions of arrows behind texts.
DIRECTIONS = ("n", "w", "e", "s", "nw", "ne", "sw", "se")

#: The colours of cells: the dark and the light ones are marks, others are not.
DARK, PALE = (1, 4), (3, 8)

#: The style of a cross on a side, and those of dotted and thin lines, which mean something else than others.
CROSS, FAINT = 98, (12, 13, 80)

#: The style of the lines and edges that are written, black and heavier than the grid; and what erases a side of it.
HEAVY, ERASED = 2, 1

#: The style of the lines around cages.
DASHED = 10


def _tools(text: str) -> Mapping[str, tuple[str, object]]:
    """From the name of each tool, as a text lists them, to its kind and its style."""
    fields = (each.split("/") for each in text.split())
    return {name: (kind, int(style) if style.isdecimal() else style) for name, kind, style in fields}


#: The tools that setters, and other ones that solvers, have in their hands: what the page needs of each to come up.
TOOLS = _tools(
    "surface//1 multicolor//1 line/1/2 lineE/1/2 wall//2 cage/1/10 number/1/1 symbol/circle_L/1 special/thermo/ "
    "board// move/1/ combi/linex/ sudoku/1/1"
)
SOLVING = _tools("line/1/3 lineE/1/3 wall//3 number/1/2 sudoku/1/9")

#: The version of Penpa+ whose links these are.
VERSION = (3, 2, 3)

#: How the grid is drawn, whether points are, and whether a frame is: usually, where the grid is dotted, and where
#: lines are drawn from point to point.
GRID, DOTTED_GRID, LOOP_GRID = ("1", "2", "1"), ("2", "1", "2"), ("3", "1", "2")

#: Which point of a cell a number in a corner stands at.
CORNERS = ("upper left", "upper right", "lower left", "lower right")

#: What the name of a symbol ends in for its size.
SIZES = re.compile(r"_(?:LL|L|M|S|SS|N)$")

#: From a shape to the symbols that have it, the first of which is written: name without its size, and style.
SYMBOLS: Mapping[str, tuple[str, ...]] = {
    "circle": ("circle 1", "circle 8", "ox_B 1"), "disc": ("circle 2",), "star": ("star 2", "star 1"),
    "square": ("square 1", "square 8"), "box": ("square 2",), "triangle": ("triup 2", "triup 1"),
    "cross": ("ox_B 4",), "backslash": ("ox_B 5",), "slash": ("ox_B 6",), "moon": ("sun_moon 1",),
    "sun": ("sun_moon 2",), "bulb": ("sun_moon 3",), "tree": ("tents 1",), "tent": ("tents 2",), "plus": ("math 2",),
    "minus": ("math 3",), "dash": ("line 1",), "bar": ("line 2",), "less_e": ("inequality 1",),
    "less_s": ("inequality 2",), "less_w": ("inequality 3",), "less_n": ("inequality 4",),
    **{
        arrow: (f"arrow_B_B {at}", f"arrow_N_B {at}", f"arrow {at}")
        for at, arrow in enumerate(("w", "nw", "n", "ne", "e", "se", "s", "sw"), 1)
    },
}  # fmt: skip

#: The symbols whose names also say how large they are.
SIZED = ("circle", "square", "triup")

#: The reverse: from a symbol to its shape.
SHAPES = {symbol: shape for shape, symbols in SYMBOLS.items() for symbol in symbols}


#: What stands in the rules in place of characters that part things.
_ESCAPES = (("\n", "%2D"), (",", "%2C"), ("&", "%2E"), ("=", "%2F"))


def escaped(text: str) -> str:
    """A text as the header holds it."""
    for character, escape in _ESCAPES:
        text = text.replace(character, escape)
    return text


def unescaped(text: str) -> str:
    """The reverse of escaped."""
    for character, escape in _ESCAPES:
        text = text.replace(escape, character)
    return text
