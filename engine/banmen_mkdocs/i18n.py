"""Mends of mkdocs-static-i18n, which builds one language after the other into the same site.

Without them the last language's 404.html stands for all, one search index mixes all languages, the
home page's links to its translations are absolute, and a site without an address gets a sitemap of
broken ones. On a site without that plugin nothing here does anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from jinja2.utils import htmlsafe_json_dumps
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from banmen_mkdocs import search
from banmen_mkdocs.words import load

__all__ = [
    "address_alternates",
    "homes",
    "is_nested",
    "language",
    "link_alternates",
    "search_own_language",
    "settle_template",
    "split_search_index",
    "with_home",
    "with_words",
]

SEARCH_INDEX = "search/search_index.json"
OWN_TEMPLATES = ("404.html", "manifest.webmanifest")

_ALTERNATE = re.compile(r'(?P<start><link rel="alternate ?" href=")(?P<link>[^"]*)(?P<end>" hreflang="(?P<lang>[\w-]+)">)')
_SETTINGS = re.compile(r'(?<=<script id="__config" type="application/json">).*?(?=</script>)', re.DOTALL)


def _plugin(config: MkDocsConfig) -> Any:
    return config.plugins.get("i18n")


def language(config: MkDocsConfig) -> str:
    """The language that is being built."""
    plugin = _plugin(config)
    if plugin:
        return str(plugin.current_language)
    return str(config.theme.get("language") or config.theme.get("locale") or "en")


def is_nested(config: MkDocsConfig) -> bool:
    """Whether this is the build of a further language, within the build of the site."""
    plugin = _plugin(config)
    return bool(plugin and plugin.building)


def homes(config: MkDocsConfig) -> dict[str, str]:
    """Every language of the site with the folder of its pages, which is empty for the default language."""
    plugin = _plugin(config)
    return {lang: _home(lang, plugin.default_language) for lang in plugin.build_languages} if plugin else {language(config): ""}


def _folder(config: MkDocsConfig) -> str:
    """The folder of the language that is being built, empty for the default language or a site with one."""
    plugin = _plugin(config)
    return _home(plugin.current_language, plugin.default_language) if plugin else ""


def _home(lang: str, default: str) -> str:
    return "" if lang == default else f"{lang}/"


def link_alternates(page: Page, config: MkDocsConfig) -> None:
    """Let a page's translations be linked relatively, so that the site works below any address."""
    alternates = getattr(page.file, "alternates", {})
    _link(config, {lang: file.url for lang, file in alternates.items()})


def with_words(context: TemplateContext, config: MkDocsConfig) -> TemplateContext:
    """Give templates (the 404 page) the words of their language; those at the site's root get every language's.

    A host that knows one 404 page only shows that one for addresses in any language.
    """
    folders = homes(config)
    languages = [language(config)] if _folder(config) else list(folders)
    root = urlsplit(config.site_url or "/").path
    pages = [{"lang": lang, "home": root + folders[lang], **load(lang)["ui"]} for lang in languages]
    if _plugin(config):
        # The links left by the page that was built last lead to its translations.
        _link(config, folders)
    return with_home(TemplateContext({**context, "banmen_words": pages}), config)  # type: ignore[typeddict-unknown-key]


def with_home(context: TemplateContext, config: MkDocsConfig) -> TemplateContext:
    """Tell a template the folder of its language, empty or with a slash at its end."""
    return TemplateContext({**context, "banmen_home": _folder(config)})  # type: ignore[typeddict-unknown-key]


def _link(config: MkDocsConfig, addresses: Mapping[str, str]) -> None:
    # The i18n plugin writes the attribute, which Material's templates prefer to the item of the same name.
    for alternate in getattr(config.extra, "alternate", []):
        alternate["link"] = addresses.get(alternate["lang"], alternate["link"])


def address_alternates(html: str, page: Page, config: MkDocsConfig) -> str:
    """Give a page's translations their whole addresses, as search engines want them, and name the one for everybody else.

    That can only be done where the site's address is known.
    """
    plugin, here = _plugin(config), page.canonical_url
    if not plugin or not config.site_url or not here:
        return html

    def addressed(match: re.Match[str]) -> str:
        whole = f"{match['start']}{urljoin(here, match['link'])}"
        default = f'{whole}" hreflang="x-default">' if match["lang"] == plugin.default_language else ""
        return f"{whole}{match['end']}{default}"

    return _ALTERNATE.sub(addressed, html)


def settle_template(output: str, name: str, config: MkDocsConfig) -> str:
    """Write what each language has of its own where it belongs, not over the default language's."""
    if name == "sitemap.xml" and not config.site_url:
        return ""
    if name not in OWN_TEMPLATES or not _folder(config):
        return output
    page = Path(config.site_dir, _folder(config), name)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(search_own_language(output, None, config), encoding="utf-8")
    return ""


def search_own_language(html: str, url: str | None, config: MkDocsConfig) -> str:
    """Let Material look for the search index in the language's folder; `url` None for a page that may show anywhere."""
    folder = _folder(config)
    settings = _SETTINGS.search(html)
    if not folder or settings is None:
        return html
    base = get_relative_url(folder, url) if url is not None else f"{urlsplit(config.site_url or '/').path}{folder}"
    changed = {**json.loads(settings[0]), "base": base}
    return f"{html[: settings.start()]}{htmlsafe_json_dumps(changed)}{html[settings.end() :]}"


def split_search_index(config: MkDocsConfig) -> None:
    """Cut the one search index into one for each language, each searched by its language's own rules."""
    plugin = _plugin(config)
    whole = Path(config.site_dir, SEARCH_INDEX)
    if not plugin or not whole.is_file():
        return
    index = json.loads(whole.read_text("utf-8"))
    for lang in plugin.build_languages:
        folder = _home(lang, plugin.default_language)
        others = [f"{other}/" for other in plugin.build_languages if other != plugin.default_language]
        own = [
            {**entry, "location": entry["location"].removeprefix(folder)}
            for entry in index["docs"]
            if (entry["location"].startswith(folder) if folder else not entry["location"].startswith(tuple(others)))
        ]
        path = Path(config.site_dir, folder, SEARCH_INDEX)
        path.parent.mkdir(parents=True, exist_ok=True)
        refined = search.refine(lang, index["config"], own)
        path.write_text(json.dumps(refined, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
