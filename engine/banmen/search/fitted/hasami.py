"""Fitted to 20,311 positions of 250 games of self-play by tests/tune."""

BOARD = {'P': 113}

HAND = {'P': 0}

PLACE = {'P': ((14, 19, 17, 17, 19),
       (13, 18, 16, 16, 18),
       (13, 18, 16, 16, 18),
       (11, 16, 13, 14, 15),
       (2, 7, 4, 5, 6),
       (12, 17, 15, 15, 16),
       (4, 9, 6, 7, 8),
       (4, 9, 7, 7, 9),
       (8, 13, 11, 11, 12))}

MEN = {'threatens': 18, 'threatened': -17, 'free': 1, 'other_free': -1, 'linked': -4, 'other_linked': 3}

TEMPO = 9

SCALE = 710
