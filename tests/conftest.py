"""The marks that `make` selects by."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: minutes; run by `make perft`")
    config.addinivalue_line("markers", "native: needs an engine written in C++, so cannot run inside Pyodide")
