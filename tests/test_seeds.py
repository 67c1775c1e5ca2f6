"""The real cases of the systems that pysolve replaces."""

from __future__ import annotations

import json

from conftest import INSTANCES, SEEDS
from conftest import command as run

import pysolve


def test_copris_example_is_unique_and_drawn_to_the_character():
    done = run("solve", SEEDS / "numberlink-copris.txt", "--style", "ascii")
    assert done.code == 0
    expected = (SEEDS / "numberlink-copris.expected.txt").read_text()
    assert done.out.startswith(expected)
    assert "Unique" in done.out.removeprefix(expected)


def test_copris_example_is_unique_when_cells_may_stay_empty():
    assert run("check", SEEDS / "numberlink-copris.txt", "-c", "reading=sparse").out == "unique\n"


def test_the_7x7_board_is_unique():
    assert run("check", SEEDS / "numberlink-7x7.txt").out == "unique\n"


def test_cascade_request_on_its_board_gives_a_valid_filling_that_is_not_the_only_one():
    request = SEEDS / "hidato-cascade.request.json"
    board = INSTANCES / "hidato" / "cascade.yaml"
    done = run("solve", request, "--board", board, "--format", "json")
    assert done.code == 0
    *answers, summary = map(json.loads, done.out.splitlines())
    assert summary["verdict"] == "multiple"
    response = json.loads((SEEDS / "hidato-cascade.response.json").read_text())
    cells = {(item["row"], item["col"]) for item in response}
    givens = {(item["row"], item["col"]): item["val"] for item in json.loads(request.read_text())}
    for answer in answers:
        rows = [line.split() for line in answer["plain"].split("\n")]
        filled = {(r, c): int(v) for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1) if v != "-"}
        assert filled.keys() == cells
        assert givens.items() <= filled.items()
        place = {value: cell for cell, value in filled.items()}
        assert sorted(place) == list(range(1, 41))
        for value in range(1, 40):
            (r, c), (s, d) = place[value], place[value + 1]
            assert max(abs(r - s), abs(c - d)) == 1


def test_cascade_request_with_null_cells_brings_its_own_board(write):
    request = json.loads((SEEDS / "hidato-cascade.request.json").read_text())
    response = json.loads((SEEDS / "hidato-cascade.response.json").read_text())
    given = {(item["row"], item["col"]) for item in request}
    blank = [{**item, "val": None} for item in response if (item["row"], item["col"]) not in given]
    path = write(json.dumps(request + blank), "hidato.json")
    assert run("check", path).out == "multiple\n"


def alphadoku(name: str) -> list[str]:
    return (SEEDS / name).read_text().split("\n")[:25]


def test_alphadoku_0_with_the_four_differing_cells_blank_has_exactly_two_answers(write):
    first, second = alphadoku("alphadoku-0-first.txt"), alphadoku("alphadoku-0-second.txt")
    lines = ["".join("." if a != b else a for a, b in zip(one, two)) for one, two in zip(first, second)]
    assert sum(line.count(".") for line in lines) == 4
    path = write("\n".join(lines), "alphadoku-0.txt")
    done = run("solve", path, "--all", "--format", "plain")
    assert done.code == 0
    boards = {board.replace(" ", "").replace("\n", "") for board in done.out.strip().split("\n\n")}
    assert boards == {"".join(board).replace(" ", "") for board in (first, second)}
    assert run("solve", path, "--all").out.count("2 answers; there are no others.") == 1
    assert run("check", path).out == "multiple\n"


def test_alphadoku_1_with_every_second_cell_blank_gives_its_answer():
    solved = "".join(alphadoku("alphadoku-1.txt")).replace(" ", "")
    given = "".join("." if number % 2 else letter for number, letter in enumerate(solved))
    rows = [given[at : at + 25] for at in range(0, 625, 25)]
    text = "\n".join(" ".join(row[at : at + 5] for at in range(0, 25, 5)) for row in rows)
    puzzle = pysolve.read_text(text, "alphadoku")
    answers = [answer.plain.replace(" ", "").replace("\n", "") for answer in pysolve.solve(puzzle)]
    assert solved in answers


def test_answer_files_of_alphadokus_are_in_groups_of_five_as_the_puzzles_are(write, tmp_path):
    first, second = alphadoku("alphadoku-0-first.txt"), alphadoku("alphadoku-0-second.txt")
    lines = ["".join("." if a != b else a for a, b in zip(one, two)) for one, two in zip(first, second)]
    several, one = (
        write("\n".join(lines), "alphadoku-0.txt"),
        write("\n".join([f".{first[0][1:]}", *first[1:]]), "alphadoku-1.txt"),
    )
    report = tmp_path / "out" / "report.jsonl"
    for resume in ([], ["--resume"]):
        assert (
            run("batch", several, one, "-o", tmp_path / "out", "--report", report, *resume).code == 1
        )  # one has two answers
        boards = (tmp_path / "out" / "alphadoku-0.txt").read_text().split("\n\n")
        assert sorted(boards[:2]) == sorted(["\n".join(first), "\n".join(second)])
        assert (tmp_path / "out" / "alphadoku-1.txt").read_text() == "\n".join(first) + "\n\nSolution is unique.\n"
        (tmp_path / "out" / "alphadoku-1.txt").unlink()
    assert json.loads(report.read_text().splitlines()[0])["answers"][0].startswith(" ".join(first[0].replace(" ", "")))
