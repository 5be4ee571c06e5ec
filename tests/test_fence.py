"""Board fences: every fault is found, on its line; what is right passes."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from banmen import cutout
from banmen.fence import check_folder, find_fences, parse_fence, prove
from banmen.games import load

GOOD = """\
game: shogi
moves: 7g7f 3c3d
caption: The diagonal is open.
"""

HEAD_GOLD = """\
game: shogi
start: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1
caption: A gold general on the head.
"""

# Each: a fence, and the (line, code) pairs that must be found; nothing else may be.
WRONG = [
    ("", [(0, "fence.missing_game"), (0, "fence.missing_caption")]),
    ("game: shogi\n", [(0, "fence.missing_caption")]),
    ("caption: x\n", [(0, "fence.missing_game")]),
    ("game: shogi\ncaption:\n", [(0, "fence.missing_caption"), (2, "fence.syntax")]),
    (GOOD + "7g7f\n", [(4, "fence.syntax")]),
    (GOOD + "colour: red\n", [(4, "fence.unknown_key")]),
    (GOOD + "Marks: 5e\n", [(4, "fence.unknown_key")]),
    (GOOD + "caption: again\n", [(4, "fence.repeated_key")]),
    (GOOD + "\n# a remark\ngame: shogi\n", [(6, "fence.repeated_key")]),
    (GOOD + "play: chess\n", [(4, "fence.value")]),
    (GOOD + "flip: true\n", [(4, "fence.value")]),
    (GOOD + "play: task\n", [(4, "fence.task")]),
    (GOOD + "play: computer\nlevel: god\ncolor: white\n", [(5, "fence.value"), (6, "fence.value")]),
    (GOOD + "play: both\nlevel: easy\n", [(5, "fence.computer")]),
    (GOOD + "color: second\n", [(4, "fence.computer")]),
    (GOOD + "tools: some\n", [(4, "fence.value")]),
    (GOOD + "task: 2g2f\nplay: free\n", [(5, "fence.task")]),
    (GOOD + "task: 2g2f 2g2e\n", [(4, "fence.not_legal")]),
    (GOOD + "marks: 5e 0a 5j\n", [(4, "fence.square"), (4, "fence.square")]),
    (GOOD + "rules: impasse\n", [(4, "fence.value")]),
    (GOOD + "rules: impasse=28\n", [(4, "rules.value")]),
    (GOOD + "rules: colour=red\n", [(4, "rules.unknown")]),
    (GOOD + "legal: 2g2f\nlegal: 2g2e\n", [(5, "fence.not_legal")]),
    (GOOD + "refused: 2g2e blocked\n", [(4, "fence.other_refusal")]),
    (GOOD + "refused: 2g2f blocked\n", [(4, "fence.not_refused")]),
    (GOOD + "refused: 2g2e because\n", [(4, "fence.value")]),
    (GOOD + "refused: 2g2e\n", [(4, "fence.value")]),
    (GOOD + "outcome: first checkmate\n", [(4, "fence.outcome")]),
    (GOOD + "outcome: black checkmate\n", [(4, "fence.value")]),
    (GOOD + "outcome: first victory\n", [(4, "fence.value")]),
    (GOOD + "captured: 7f\n", [(4, "fence.captured")]),
    (GOOD + "moves: 2g2f 2g2e\n", [(4, "fence.move")]),
    ("game: chess\ncaption: x\nmoves: e2e4\n", [(1, "game.unknown")]),
    ("game: shogi\ncaption: x\nstart: 9/9 b - 1\n", [(3, "sfen.ranks")]),
    ("game: shogi\nstart: 4k4/9/9/9/9/9/9/9/P3K4 b - 1\ncaption: x\nmarks: 5e\nmoves: 5i5i\n", [(5, "fence.move")]),
    ("game: shogi\ncaption: x\nstart: P3k4/9/9/9/9/9/9/9/4K4 b - 1\n", [(3, "fence.unplayable")]),
    ("game: hasami\ncaption: x\nlegal: P*5e\n", [(3, "fence.not_legal")]),
    (GOOD + "task: mate\n", [(4, "fence.value")]),
    (GOOD + "task: mate 2\n", [(4, "fence.value")]),
    (GOOD + "task: win 11\n", [(4, "fence.value")]),
    (GOOD + "task: mate 1\n", [(4, "fence.goal")]),
    (HEAD_GOLD + "task: mate 3\n", [(4, "fence.goal")]),
    ("game: shogi\ncaption: two ways\nstart: 7nk/9/7G1/9/9/9/9/9/4K4 b GS 1\ntask: mate 1\n", [(4, "fence.keys")]),
    ("game: dobutsu\ncaption: no check, no mate\nstart: 1l1/1G1/3/1L1 b - 1\ntask: mate 1\n", [(4, "fence.goal")]),
    ("game: dobutsu\ncaption: one, not three\nstart: 1l1/1G1/3/1L1 b - 1\ntask: win 3\n", [(4, "fence.goal")]),
]

RIGHT = [
    GOOD,
    GOOD + "outcome: none\nlegal: 8h2b+ 8h2b\nrefused: 2g2e does_not_move_so\nmarks: 5e\nflip: yes\nplay: both\n",
    GOOD + "task: 8h2b+\n",
    GOOD + "play: computer\nlevel: beginner\ncolor: second\ntools: full\n",
    GOOD + "moves: 8h2b+\ncaptured: 2b\n",
    "game: shogi\ncaption: nothing to play\nstart: P3k4/9/9/9/9/9/9/9/4K4 b - 1\nplay: none\n",
    "game: shogi\ncaption: “two: pawns”\nstart: 4k4/9/9/9/9/4P4/9/9/4K4 b P 1\nrefused: P*5e two_pawns\nlegal: P*4e\n",
    "game: hasami\ncaption: corner\nstart: 3P5/3p5/4ppP2/8P/8p/8p/8p/3P5/7Pp b - 1\nmoves: 6h6c\ncaptured: 6b 5c 4c\n",
    "game: dobutsu\ncaption: caught\nstart: 1l1/1G1/3/1L1 b - 1\nmoves: 2b2a\noutcome: first royal_captured\nrules: try=reach\n",
    HEAD_GOLD + "task: mate 1\n",
    "game: dobutsu\ncaption: a fork\nstart: 1l1/1G1/3/1L1 b - 1\ntask: win 1\n",
    "game: hasami\ncaption: the fifth\nstart: p3p3p/9/9/9/2Pp5/9/9/4P4/P7P b 4P3p 1\ntask: win 1\n",
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_wrong(text: str, expected: list[tuple[int, str]]) -> None:
    problems = prove(parse_fence(text))
    assert [(problem.line, problem.code) for problem in problems] == expected
    assert all(problem.message for problem in problems)


@pytest.mark.parametrize("text", RIGHT)
def test_right(text: str) -> None:
    assert prove(parse_fence(text)) == []


PAGE = """\
---
title: x
---
Text.

```board
game: shogi
```

- A list

    ~~~~ board
    game: hasami

    caption: with a ~~~ inside
    ~~~~

> ``` { .board }
> game: dobutsu
> ```

````markdown
```board
shown, not drawn
```
````

```python
board = "```board"
```

Not a fence: `` ```board ``
"""


def test_fences_are_found_with_their_lines() -> None:
    assert list(find_fences(PAGE)) == [
        (6, "game: shogi"),
        (12, "game: hasami\n\ncaption: with a ~~~ inside"),
        (18, "game: dobutsu"),
    ]


def test_a_folder_is_checked_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "a.md").write_text("# A\n\n```board\ngame: shogi\ncaption: x\nmarks: 0a\n```\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("```board\ngame: shogi\n", encoding="utf-8")
    found = [(finding.path.name, finding.line, finding.problem.code) for finding in check_folder(tmp_path)]
    assert found == [("b.md", 1, "fence.unclosed"), ("a.md", 6, "fence.square")]
    assert str(check_folder(tmp_path)[1]).startswith(f"{tmp_path / 'fr' / 'a.md'}:6: ")


def test_a_set_to_cut_out_is_read_and_drawn() -> None:
    for part in cutout.PARTS:
        fence = parse_fence(f"game: dobutsu\ncutout: {part}\ncaption: x")
        assert prove(fence) == []
        picture = ElementTree.fromstring(cutout.draw(load("dobutsu"), fence.cutout, "x"))
        assert picture.get("aria-label") == "x"
    sides = [use.get("href") for use in picture.iter("{http://www.w3.org/2000/svg}use") if "transform" in use.attrib]
    assert sides == ["#animals-xC"] * 2  # the hens, behind the chicks
    wrong = prove(parse_fence("game: dobutsu\ncutout: box\nplay: both\ncaption: x"))
    assert [problem.code for problem in wrong] == ["fence.value", "fence.cutout"]
