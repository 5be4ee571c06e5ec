"""The marks that `make` selects by, and the site that the tests of pages look at."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

NATIVE = re.compile(r"^(?:from|import) (?:cshogi|differential|hypothesis|naive_repetition|pyffish)\b", re.MULTILINE)

ADDRESS = "https://example.org/banmen/"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: minutes; run by `make perft`")
    config.addinivalue_line("markers", "native: needs an engine written in C++, so cannot run inside Pyodide")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Inside Pyodide, leave out the files that import what is compiled for this machine only."""
    if sys.platform != "emscripten" or collection_path.suffix != ".py":
        return None
    return bool(NATIVE.search(collection_path.read_text("utf-8"))) or None


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built from this repository for no address."""
    return _once(tmp_path_factory, "site", "")


@pytest.fixture(scope="session")
def published_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site as it is built to be published at `ADDRESS`."""
    return _once(tmp_path_factory, "published", ADDRESS)


def _once(tmp_path_factory: pytest.TempPathFactory, name: str, address: str) -> Path:
    """A build of the site, by whichever of the processes needs it first."""
    from filelock import FileLock  # which Pyodide does not have

    temporary = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        temporary = temporary.parent
    site = temporary / name
    with FileLock(temporary / f"{name}.lock"):
        if not site.exists():
            _build(temporary / f"{name}.unfinished", address).rename(site)
    return site


def _build(site: Path, address: str) -> Path:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)]
    environment = {**os.environ, "SITE_URL": address}
    done = subprocess.run(command, cwd=Path(__file__).parents[1], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"the site cannot be built:\n{done.stdout}{done.stderr}")
    return site
