"""A host whose site can be replaced and whose network can be cut, and a second release of a built site."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from banmen_mkdocs import release
from banmen_mkdocs.serve import SiteHandler

__all__ = ["Host", "described", "hosted", "next_release"]


class Host:
    """What is served below `base`, and what was asked for."""

    def __init__(self, site: Path, base: str = "/") -> None:
        self.site = site
        self.base = base
        self.is_cut = False
        self.asked: list[str] = []
        self.server = _Server(("127.0.0.1", 0), _handler(self))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}{base}"


@contextmanager
def hosted(site: Path, base: str = "/") -> Iterator[Host]:
    host = Host(site, base)
    threading.Thread(target=host.server.serve_forever, daemon=True).start()
    yield host
    host.server.shutdown()
    host.server.server_close()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a browser that has changed its mind is no fault."""


def _handler(host: Host) -> type[SiteHandler]:
    class Handler(SiteHandler):
        def parse_request(self) -> bool:
            """Nobody answers while the network is cut, not even over a connection that stands."""
            understood = super().parse_request()
            self.close_connection = self.close_connection or host.is_cut
            if host.is_cut or not understood:
                return False
            host.asked.append(self.path)
            self.directory = str(host.site)
            return True

        def translate_path(self, path: str) -> str:
            # Only what lies below the base is the site's; a file's own address is not under its neighbour.
            inside = path.startswith(host.base)
            return super().translate_path("/" + path.removeprefix(host.base)) if inside else str(host.site / "no-such-file")

    return Handler


def described(site: Path) -> dict[str, Any]:
    """What the service worker of a built site is told."""
    line = (site / release.WORKER).read_text("utf-8").partition("\n")[0]
    found: dict[str, Any] = json.loads(line.removeprefix("self.banmen = ").removesuffix(";"))
    return found


def next_release(site: Path, target: Path, note: str) -> None:
    """A release in which everything is new: the pages, which say `note`, the page side and the engine's folder."""
    shutil.copytree(site, target)
    renamed = {}
    for folder in (target / "assets" / "hashed").iterdir():
        renamed[folder.name] = f"{folder.name[:-4]}beef"
        folder.rename(folder.with_name(renamed[folder.name]))
    old_names = re.compile("|".join(renamed))
    for path in target.rglob("*"):
        if path.suffix in (".html", ".json", ".mjs") and "hashed/runtime" not in path.as_posix():
            text = old_names.sub(lambda match: renamed[match[0]], path.read_text("utf-8"))
            text = re.sub(r'<meta name="banmen-release".*?>', "", text).replace("</h1>", f" <i>{note}</i></h1>")
            path.write_text(text, encoding="utf-8")
    languages = described(site)["languages"]
    pages = [release.ReadPage(lang, url, title) for lang, of in languages.items() for url, (title, _) in of["pages"].items()]
    release.write(target, pages, {lang: of["home"] for lang, of in languages.items()})
