"""Dōbutsu shōgi as it was solved: what the tables that `banmen_oracle` makes say of a position."""
