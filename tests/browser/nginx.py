"""The nginx of the tests: one that is installed, else Debian's, unpacked below build/ so that nothing is started or changed.

`make test` runs this file once, to fetch it if there is none.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["find", "install", "running"]

REPOSITORY = Path(__file__).parents[2]
UNPACKED = REPOSITORY / "build" / "nginx"
PACKAGES = ("nginx", "nginx-common")
TYPES = "etc/nginx/mime.types"


def find() -> tuple[Path, Path] | None:
    """The program, if it runs here, and its table of media types."""
    for program, types in (
        (Path(shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or "nginx"), Path("/", TYPES)),
        (UNPACKED / "usr" / "sbin" / "nginx", UNPACKED / TYPES),
    ):
        there = program.is_file() and types.is_file()
        if there and subprocess.run([program, "-v"], capture_output=True, check=False).returncode == 0:
            return program, types
    return None


def install() -> None:
    """Fetch it; whether that worked, `find` tells."""
    if not shutil.which("apt-get"):
        return
    print("Fetching Debian's nginx", flush=True)
    UNPACKED.mkdir(parents=True, exist_ok=True)
    command = ["apt-get", "download", "-q", "-o", "APT::Sandbox::User=root", *PACKAGES]
    if subprocess.run(command, cwd=UNPACKED, check=False).returncode and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-q"], check=False)
        subprocess.run(command, cwd=UNPACKED, check=False)
    for package in UNPACKED.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package.name, "."], cwd=UNPACKED, check=False)


@contextmanager
def running(config: str, folder: Path) -> Iterator[int]:
    """Run nginx with this in its `http` block, where PORT and TYPES stand for its port and its media types; gives the port."""
    found = find()
    if found is None:
        raise FileNotFoundError("no nginx is installed, and none could be fetched by `make test`")
    program, types = found
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    places = "".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    http = config.replace("PORT", str(port)).replace("TYPES", str(types))
    # The folders of tests are closed to the user that nginx would change to.
    user = "user root;" if os.geteuid() == 0 else ""
    frame = f"daemon off; {user} pid {folder}/pid; error_log stderr; events {{}}"
    (folder / "nginx.conf").write_text(f"{frame} http {{ access_log off; {places}\n{http}\n}}\n", encoding="utf-8")
    process = subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf"])
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(100):
        if process.poll() is not None:
            raise RuntimeError("nginx does not start with this configuration")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("nginx does not answer")


def main() -> int:
    if not find():
        install()
    found = find()
    print(f"nginx: {found[0]}" if found else "No nginx could be found or fetched: the tests of the hosting page will fail.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
