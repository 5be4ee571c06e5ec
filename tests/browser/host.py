"""A static host as the web has them: compressed files, cached by their names, over a line of a given speed.

It counts what goes over the wire. That is seen here more wholly than in a browser: the requests of
workers and service workers too, and the headers, in every browser alike. For the same reason the
line is slowed down here.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from compression import compressed, is_compressible, media_type

__all__ = ["LINES", "Host", "Line"]

# Ours, and the theme's.
CONTENT_NAMED = re.compile(r"/hashed/|\.[0-9a-f]{8}\.min\.(?:css|js)$")

IMMUTABLE = "public, max-age=31536000, immutable"
SHORT = "public, max-age=600"
CHUNK = 4096


class Line(NamedTuple):
    """How long a request waits, in seconds, and how much all answers together may be, in bytes per second."""

    latency: float = 0
    rate: float = float("inf")


LINES = {
    "unthrottled": Line(),
    # The presets of Chrome's developer tools.
    "4G": Line(0.165, 9e6 * 0.9 / 8),
    "Fast 3G": Line(0.5625, 1.6e6 * 0.9 / 8),
}


class Host:
    """Serves folders, each below an address, until it is closed. `encodings`: what it offers, the best first."""

    def __init__(self, folders: Mapping[str, Path], encodings: tuple[str, ...] = ("br", "gzip")) -> None:
        self.folders = folders
        self.encodings = encodings
        self.line = Line()
        self.sent = 0
        self.found: list[Path] = []
        self._free_at = 0.0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def compress(self) -> None:
        """Compress everything now, so that no request waits for it."""
        for folder in self.folders.values():
            for file in folder.rglob("*"):
                if file.is_file() and is_compressible(file.name):
                    for encoding in self.encodings:
                        compressed(file.read_bytes(), encoding)

    def find(self, address: str) -> Path | None:
        """The file at an address."""
        path = unquote(urlsplit(address).path)
        below = max((prefix for prefix in self.folders if path.startswith(prefix)), key=len, default=None)
        if below is None or "/../" in path:
            return None
        file = self.folders[below] / path.removeprefix(below)
        file = file / "index.html" if file.is_dir() else file
        return file if file.is_file() else None

    def wait_for(self, size: int) -> None:
        """Take `size` bytes' turn on the line."""
        with self._lock:
            self.sent += size
            self._free_at = max(self._free_at, time.monotonic()) + size / self.line.rate
            left = self._free_at - time.monotonic()
        if left > 0:
            time.sleep(left)


class _Metered:
    """What an answer is written to."""

    def __init__(self, host: Host, file: BufferedIOBase) -> None:
        self.host = host
        self.file = file
        self.flush = file.flush
        self.close = file.close

    @property
    def closed(self) -> bool:
        return self.file.closed

    def write(self, data: bytes) -> int:
        size = len(data) if self.host.line.rate == float("inf") else CHUNK
        for start in range(0, len(data), size or 1):
            part = data[start : start + size]
            self.host.wait_for(len(part))
            self.file.write(part)
        return len(data)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, host: Host, *args: object) -> None:
        self.host = host
        super().__init__(*args)  # type: ignore[arg-type]

    def setup(self) -> None:
        super().setup()
        self.wfile = _Metered(self.host, self.wfile)  # type: ignore[assignment]

    def do_GET(self) -> None:
        time.sleep(self.host.line.latency)
        file = self.host.find(self.path)
        body = file.read_bytes() if file else b"404"
        self.host.found += [file] if file else []
        name = file.name if file else "404.txt"
        self.send_response(200 if file else 404)
        self.send_header("Content-Type", media_type(name))
        if is_compressible(name):
            encoding = self._encoding()
            body = compressed(body, encoding)
            self.send_header("Vary", "Accept-Encoding")
            if encoding != "identity":
                self.send_header("Content-Encoding", encoding)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", IMMUTABLE if CONTENT_NAMED.search(self.path) else SHORT)
        self.end_headers()
        self.wfile.write(body)

    def _encoding(self) -> str:
        accepted = {part.partition(";")[0].strip() for part in self.headers.get("Accept-Encoding", "").split(",")}
        return next((encoding for encoding in self.host.encodings if encoding in accepted), "identity")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is inherited
        """Nothing: the terminal is for the figures."""
