"""Moves and games as people write them: one notation a file, parser and formatter side by side."""
