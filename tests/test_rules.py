"""Every rule that can be stated as a position, some moves and what then holds: `rules.csv`."""

from __future__ import annotations

import pytest
from table import ending, game, legal, options, outcome_text, rows

from banmen import outcome, refusal, sfen
from banmen.errors import BanmenError
from banmen.game import Game
from banmen.tables import tables


def _squares(of: Game, squares: tuple[int, ...]) -> str:
    names = tables(of.variant).squares
    return " ".join(sorted(names[square] for square in squares))


def _refusal(of: Game, move: str, detail: str) -> str:
    """The refusal as the row writes it: the code, then those details that the row names."""
    refused = refusal.explain(of, move)
    if refused is None:
        return "legal"
    proof = {refused.details[key] for key in ("square", "king") if key in refused.details}
    assert proof <= set(refused.squares), "the squares that prove it are marked"
    if not detail:
        return ""
    details = {key: str(value) for key, value in refused.details.items()}
    return " ".join([refused.code, *(f"{key}={details.get(key)}" for key in options(" ".join(detail.split()[1:])))])


def _sfen(of: Game) -> str:
    return sfen.format(of.position, len(of.moves) + 1)


def _counters(of: Game, detail: str) -> str:
    counters = of.counters._asdict()
    return " ".join(f"{key}={counters[key]}" for key in options(detail))


EXPECT = {
    "legal": lambda of, row: "" if refusal.explain(of, row["move"]) is None and row["move"] in legal(of) else "refused",
    "refused": lambda of, row: _refusal(of, row["move"], row["detail"]),
    "outcome": lambda of, row: ending(of),
    "captured": lambda of, row: _squares(of, of.steps[-1].captured),
    "check": lambda of, row: _squares(of, of.position.checks),
    "moves": lambda of, row: " ".join(legal(of)),
    "count": lambda of, row: str(len(legal(of))),
    "counters": lambda of, row: _counters(of, row["detail"]),
    "problems": lambda of, row: " ".join(of.position.problems()),
    "sfen": lambda of, row: _sfen(of),
}


@pytest.mark.parametrize("row", rows("rules.csv"), ids=lambda row: f"{row['line']} {row['source'][:50]}")
def test_rule(row: dict[str, str]) -> None:
    arguments = row["game"], row["start"], row["moves"], row["rules"]
    if row["expect"] == "error":
        with pytest.raises(BanmenError) as failure:
            game(*arguments)
        assert failure.value.code == row["detail"]
    else:
        assert EXPECT[row["expect"]](game(*arguments), row) == row["detail"], row["source"]


@pytest.mark.parametrize(("checks", "expected"), [
    ([True, True] * 6, "- repetition"), ([True, False] * 6, "w perpetual_check"), ([False, True] * 6, "b perpetual_check"),
    ([True, False] * 5 + [False, False], "- repetition"),
])
def test_perpetual_check_of_both_sides_is_a_draw(checks: list[bool], expected: str) -> None:
    """No game is known in which both sides check for ever, so the count itself is asked; the first player moves first."""
    walker = game("shogi").position.walker()
    assert outcome_text(outcome.of_history(walker, checks, 4, 0, len(checks))) == expected
