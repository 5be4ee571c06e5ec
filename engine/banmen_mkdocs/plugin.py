"""The MkDocs plugin ``banmen``: ``plugins: [banmen]`` is all that a site's author writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from banmen.fence import check_text
from banmen.games import games
from banmen.oracle import SOLVED_GAMES
from banmen_mkdocs import fence, hashed, i18n, release
from banmen_mkdocs.bundled import ASSETS, RUNTIME

__all__ = ["BanmenPlugin"]

SUPERFENCES = "pymdownx.superfences"
STYLES, SCRIPTS = ("board.css", "offline.css"), ("board.mjs", "offline.mjs")


class BanmenConfig(Config):  # type: ignore[no-untyped-call]
    runtime = config_options.Type(bool, default=True)
    """Whether the site carries Python. Without it boards show their position and play one move."""
    rules_page = config_options.Type(str, default="{game}/index.md")
    """Which page explains a game's rules; refusals link to it if it exists."""
    offline = config_options.Type(bool, default=False)
    """Whether a service worker keeps what was read, so that the site works without a network."""


class BanmenPlugin(BasePlugin[BanmenConfig]):  # type: ignore[no-untyped-call]
    """Boards in pages: proven before the build, drawn in it, playable after it."""

    def __init__(self) -> None:
        self._board = self._pieces = ""
        self._read: list[release.ReadPage] = []

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if SUPERFENCES not in config.markdown_extensions:
            config.markdown_extensions.append(SUPERFENCES)
        fences = config.mdx_configs.setdefault(SUPERFENCES, {}).setdefault("custom_fences", [])
        if not any(custom["name"] == "board" for custom in fences):
            fences.append({"name": "board", "class": "board", "format": fence.board})
        if self.config.runtime and not (RUNTIME / "runtime.json").is_file():
            raise PluginError(f"{RUNTIME} does not hold the runtime bundle: run `make`, or set `runtime: false` for the plugin.")
        # A language's build runs on the same config as the one before it.
        board = self._board = hashed.board(self.config.runtime)
        self._pieces = hashed.pieces()
        parts = 2 if self.config.offline else 1
        if board + STYLES[0] not in config.extra_css:
            config.extra_css.extend(board + name for name in STYLES[:parts])
            config.extra_javascript.extend(_module(board + name) for name in SCRIPTS[:parts])
        return config

    @event_priority(50)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Prove every board of every page, in every language, while the pages' line numbers are still those of the files."""
        for file in [file for file in files if ASSETS in Path(file.abs_src_path or "").parents]:
            # In this repository the page side is part of the theme's folder too; the site gets it under another name.
            files.remove(file)
        if not i18n.is_nested(config):
            self._read.clear()
            findings = [
                str(finding)
                for file in files.documentation_pages()
                if file.abs_src_path
                for finding in check_text(file.content_string, _shown(Path(file.abs_src_path)))
            ]
            if findings:
                raise PluginError("\n".join(["These boards are wrong:", *findings]))
        return files

    @event_priority(-100)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Tell the fence, which is formatted next, where it stands."""
        rules_pages = {game: files.get_file_from_path(self.config.rules_page.format(game=game)) for game in games()}
        fence.here.set(
            fence.Place(
                lang=i18n.language(config),
                root=get_relative_url(".", page.url).rstrip("/") + "/",
                pieces=self._pieces,
                solved={game: _solved(game) for game in SOLVED_GAMES},
                rules_pages={game: file.url_relative_to(page.file) for game, file in rules_pages.items() if file},
            )
        )

    @event_priority(-100)
    def on_page_context(self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
        i18n.link_alternates(page, config)
        return i18n.with_home(context, config)

    def on_template_context(self, context: TemplateContext, *, template_name: str, config: MkDocsConfig) -> TemplateContext:
        return i18n.with_words(context, config)

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        return i18n.settle_template(output_content, template_name, config)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        url = "" if page.url in (".", "./") else page.url
        self._read.append(release.ReadPage(i18n.language(config), url, str(page.title)))
        return i18n.search_own_language(output, page.url, config)

    @event_priority(-200)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Last of all, once for all languages: what the boards load, and what hosts and browsers may keep of it."""
        if i18n.is_nested(config):
            return
        site = Path(config.site_dir)
        hashed.write(site, self._board, self.config.runtime)
        i18n.split_search_index(config)
        if self.config.offline:
            release.write(site, self._read, i18n.homes(config))
        headers = site / release.HEADERS
        if not headers.exists():
            headers.write_text(release.headers(site, urlsplit(config.site_url or "/").path), encoding="utf-8")


def _solved(game: str) -> fence.Solved:
    return fence.Solved(hashed.solved(game), hashed.table(game), hashed.pocket(game))


def _module(path: str) -> Any:
    script = config_options.ExtraScriptValue(path)
    script.type = "module"
    return script


def _shown(path: Path) -> Path:
    """The path as its author knows it: from the folder where the build was started."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
