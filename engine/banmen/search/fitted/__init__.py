"""The fitted weights, one file a game: made by tests/tune, which says how."""
