"""Dōbutsu shōgi as it was solved: what the tables that `banmen_oracle` makes say of a position."""

__all__ = ["SOLVED_GAMES"]

SOLVED_GAMES = ("dobutsu",)
