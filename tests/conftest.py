"""The marks that `make` selects by, and the site that the tests of pages look at."""

import subprocess
import sys
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: minutes; run by `make perft`")
    config.addinivalue_line("markers", "native: needs an engine written in C++, so cannot run inside Pyodide")


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once from this repository."""
    site = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"the site cannot be built:\n{done.stdout}{done.stderr}")
    return site
