"""The computer player: what a position is worth, which move is best, and how strong a level plays."""
