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
from banmen_mkdocs import card, faq, fence, glossary, hashed, i18n, proofs, release, social
from banmen_mkdocs.bundled import ASSETS, RUNTIME

__all__ = ["BanmenPlugin"]

SUPERFENCES, TOOLTIPS = "pymdownx.superfences", "banmen_mkdocs.glossary"
CARD = "banmen_card"
"""What a page's own facts call the place of its picture."""
STYLES, SCRIPTS = ("board.css", "offline.css"), ("board.mjs", "offline.mjs")


class BanmenConfig(Config):  # type: ignore[no-untyped-call]
    runtime = config_options.Type(bool, default=True)
    """Whether the site carries Python. Without it boards show their position and play one move."""
    rules_page = config_options.Type(str, default="{game}/index.md")
    """Which page explains a game's rules; refusals link to it if it exists."""
    offline = config_options.Type(bool, default=False)
    """Whether a service worker keeps what was read, so that the site works without a network."""
    glossary = config_options.Type(str, default="")
    """The page whose terms get tooltips on the other pages of its language; none if it is empty."""
    cards = config_options.Type(bool, default=False)
    """Whether pages tell how they are shown where they are shared. Their pictures need `mkdocs-banmen[cards]` and `site_url`."""


class BanmenPlugin(BasePlugin[BanmenConfig]):  # type: ignore[no-untyped-call]
    """Boards in pages: proven before the build, drawn in it, playable after it."""

    def __init__(self) -> None:
        self._board = self._pieces = ""
        self._read: list[release.ReadPage] = []
        self._cards: dict[str, str] = {}

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        if SUPERFENCES not in config.markdown_extensions:
            config.markdown_extensions.append(SUPERFENCES)
        fences = config.mdx_configs.setdefault(SUPERFENCES, {}).setdefault("custom_fences", [])
        if not any(custom["name"] == "board" for custom in fences):
            fences.append({"name": "board", "class": "board", "format": fence.board})
        if self.config.runtime and not (RUNTIME / "runtime.json").is_file():
            raise PluginError(f"{RUNTIME} does not hold the runtime bundle: run `make`, or set `runtime: false` for the plugin.")
        if self._draws_cards(config) and not card.available():
            raise PluginError("Pictures of pages need `pip install mkdocs-banmen[cards]`, or `cards: false` for the plugin.")
        if self.config.glossary and TOOLTIPS not in config.markdown_extensions:
            config.markdown_extensions.append(TOOLTIPS)
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
            self._cards.clear()
            proofs.recall(_cache(config))
            findings = [
                str(finding)
                for file in files.documentation_pages()
                if file.abs_src_path
                for finding in check_text(file.content_string, _shown(Path(file.abs_src_path)))
            ]
            proofs.retain(_cache(config))
            if findings:
                raise PluginError("\n".join(["These boards are wrong:", *findings]))
        return files

    @event_priority(-100)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Tell the fence and the tooltips, which are formatted next, where they stand."""
        terms = files.get_file_from_path(self.config.glossary) if self.config.glossary else None
        glossary.here.set(glossary.titles(terms.content_string) if terms and terms != page.file else {})
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
        if self._draws_cards(config):
            # The languages have the same boards, and so the same pictures.
            picture = card.of_page(markdown)
            page.meta[CARD] = card.place(picture)
            self._cards[page.meta[CARD]] = picture

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Give a page of tasks (`lesson: true` in its head) the place where lesson.mjs counts those that are solved."""
        return html.replace("</h1>", '</h1>\n<div class="banmen-lesson"></div>', 1) if page.meta.get("lesson") else html

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
        lang = i18n.language(config)
        head = faq.json_ld(page.content or "", lang) if page.meta.get("faq") else ""
        if self.config.cards:
            head += social.tags(page, config, i18n.homes(config), lang, page.meta.get(CARD))
        output = output.replace("</head>", f"{head}</head>", 1)
        return i18n.search_own_language(i18n.address_alternates(output, page, config), page.url, config)

    @event_priority(-200)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Last of all, once for all languages: what the boards load, and what hosts and browsers may keep of it."""
        if i18n.is_nested(config):
            return
        site = Path(config.site_dir)
        hashed.write(site, self._board, self.config.runtime)
        i18n.split_search_index(config)
        if self._cards:
            card.write(site, self._cards, _cache(config) / "cards")
        if self.config.offline:
            release.write(site, self._read, i18n.homes(config))
        headers = site / release.HEADERS
        if not headers.exists():
            headers.write_text(release.headers(site, urlsplit(config.site_url or "/").path), encoding="utf-8")

    def _draws_cards(self, config: MkDocsConfig) -> bool:
        return bool(self.config.cards and config.site_url)


def _solved(game: str) -> fence.Solved:
    return fence.Solved(hashed.solved(game), hashed.table(game), hashed.pocket(game))


def _cache(config: MkDocsConfig) -> Path:
    """What builds keep for the next one. It can be deleted at any time."""
    return Path(config.config_file_path or ".").parent / ".cache" / "banmen"


def _module(path: str) -> Any:
    script = config_options.ExtraScriptValue(path)
    script.type = "module"
    return script


def _shown(path: Path) -> Path:
    """The path as its author knows it: from the folder where the build was started."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
