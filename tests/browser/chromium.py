"""The browser of the tests: one that is installed, else Debian's, else Playwright's own.

`make test` runs this file once, to install one if there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome")

QUIET = ("--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")


def find() -> str | None:
    """The path of a Chromium or Chrome that runs, None if there is none."""
    for name in NAMES:
        path = shutil.which(name)
        # Ubuntu's chromium-browser without snap is a script that only says so.
        if path and subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0:
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def flags() -> list[str]:
    """How to start it: without business of its own, and as root too, whom the sandbox refuses."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def install() -> None:
    """Install one; whether that worked, `find` tells."""
    root = os.geteuid() == 0
    if root and shutil.which("apt-get") and _is_debian():
        print("Installing Debian's chromium", flush=True)
        subprocess.run(["apt-get", "update", "-q"], check=False)
        subprocess.run(
            ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
            check=False,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )
        if find():
            return
    print("Installing Playwright's chromium", flush=True)
    dependencies = ["--with-deps"] if root else []
    subprocess.run([sys.executable, "-m", "playwright", "install", *dependencies, "chromium"], check=False)


def _is_debian() -> bool:
    release = Path("/etc/os-release")
    return release.is_file() and "ID=debian" in release.read_text("utf-8").splitlines()


def main() -> int:
    if not find():
        install()
    found = find()
    print(f"Browser: {found}" if found else "No browser could be found or installed: the browser tests will fail.")
    # A failure here would hide every other test; the browser tests say it themselves.
    return 0


if __name__ == "__main__":
    sys.exit(main())
