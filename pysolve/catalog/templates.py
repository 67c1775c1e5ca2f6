"""The files that a new puzzle type starts with."""

from __future__ import annotations

_RULES = """\
% NAME: shade one cell in each row and each column; shaded cells do not touch. Change this into your puzzle.
% needs: cell/1, clue/2 (a number: how many of the touching cells are shaded); gives: shade/1

#include "../lib/board.lp".
#defined clue/2.

% Generate: an answer is any choice of cells ...
{ shade(X) } :- cell(X).

% Test: ... that breaks none of these rules. The sentence behind %! says what the rule demands.
%! Row R has exactly one shaded cell.
:- rows(N), R = 1..N, #count { C : shade((R, C)) } != 1.

%! Column C has exactly one shaded cell.
:- columns(N), C = 1..N, #count { R : shade((R, C)) } != 1.

%! The shaded cells X and Y touch.
:- shade(X), shade(Y), touching(X, Y).

%! X is a clue, so it is not shaded.
:- clue(X, _), shade(X).

%! V of the cells that touch X are shaded.
:- clue(X, V), #count { Y : touching(X, Y), shade(Y) } != V.

% Input: what cannot be a puzzle at all.
invalid(X, "expected a number from 0 to 8", ()) :- clue(X, V), V > 8.

% Show: the shown atoms are the answer.
#show shade/1.
"""

_GIVE = """\
% NAME: the clues that an answer implies, so that 'pysolve make NAME 6x6' can make puzzles.
% gives: give(clue(X,V)) (the number V may be given in X)

give(clue(X, V)) :- cell(X), not shade(X), V = #count { Y : touching(X, Y), shade(Y) }.
"""

_MANIFEST = """\
name: NAME
group: my own
about: Shade one cell in each row and column so that no two shaded cells touch.
rules:
  - Every row and every column has exactly one shaded cell.
  - Shaded cells do not touch, not even diagonally.
  - A number says how many of the cells around it are shaded.
read:                     # from a token of the instance to a fact
  grid:
    int: "clue(X,V)"      # X is the cell, V the number; '.' and '-' are blank
draw:                     # from an atom to a mark
  "clue(X,V)": text
  "shade(X)": shade
"""

_EXAMPLE = """\
puzzle: NAME
source: made by pysolve
grid: |
GRID
answer: |
ANSWER
"""

_GRID = """\
  . 2 . .
  . . . .
  . . . .
  . . . ."""

_ANSWER = """\
  - - x -
  x - - -
  - - - x
  - x - -"""


def new_type(name: str) -> dict[str, str]:
    """From file name to text: rules, manifest and example of a new type."""
    example = _EXAMPLE.replace("GRID", _GRID).replace("ANSWER", _ANSWER)
    files = {"rules.lp": _RULES, "give.lp": _GIVE, "manifest.yaml": _MANIFEST, "example.yaml": example}
    return {file: text.replace("NAME", name) for file, text in files.items()}
