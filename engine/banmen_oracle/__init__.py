"""The Dōbutsu solver: makes the tables that `banmen.oracle` reads. Needs numpy and numba, which no reader does."""
