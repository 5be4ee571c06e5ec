"""Serve a built site on this machine, as a static host would."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from banmen_mkdocs.hashed import FOLDER
from banmen_mkdocs.release import FRESH, IMMUTABLE

__all__ = ["SiteHandler", "server"]


class SiteHandler(SimpleHTTPRequestHandler):
    """Static files; an address that does not exist gets the nearest 404.html."""

    protocol_version = "HTTP/1.1"
    # Not left to the machine's own tables: browsers start neither modules nor WebAssembly of another type.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".svg": "image/svg+xml",
    }

    def send_head(self) -> BytesIO | BinaryIO | None:
        path = Path(self.translate_path(self.path))
        if path.exists() and (path.is_file() or (path / "index.html").is_file()):
            return super().send_head()
        root = Path(self.directory)
        folder = next((folder for folder in path.parents if (folder / "404.html").is_file()), root)
        page = folder / "404.html"
        body = page.read_bytes() if root in (folder, *folder.parents) and page.is_file() else b"404"
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def end_headers(self) -> None:
        lasts = f"/{FOLDER}" in self.path and Path(self.translate_path(self.path)).is_file()
        self.send_header("Cache-Control", IMMUTABLE if lasts else FRESH)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is inherited
        """Nothing: the terminal is for what the reader must know."""


def server(site: Path, port: int) -> ThreadingHTTPServer:
    """A server of the folder `site` on 127.0.0.1; port 0 takes any that is free. Raises OSError if it is taken."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(SiteHandler, directory=str(site.resolve())))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m banmen_mkdocs.serve", description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args()
    try:
        serving = server(chosen.site, chosen.port)
    except OSError as error:
        print(f"Port {chosen.port} cannot be used ({error.strerror}); another one: make serve PORT=8001", file=sys.stderr)
        return 1
    print(f"The site is at http://127.0.0.1:{serving.server_port}/ (stop with Ctrl+C)", flush=True)
    try:
        serving.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
