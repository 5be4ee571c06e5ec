"""Rules of shogi and its family: positions, games, notation, pictures, and why a move is not legal."""
