"""How a page is shown where its address is shared: its Open Graph tags."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from banmen_mkdocs import card

__all__ = ["tags"]

_LOCALES = {"en": "en_GB", "fr": "fr_FR", "sv": "sv_SE", "de": "de_DE"}


def tags(page: Page, config: MkDocsConfig, homes: Mapping[str, str], own: str, image: str | None) -> str:
    """The tags for the head of a page in the language `own`.

    `homes`: every language's folder. `image`: the picture's place below the site's root. It and the page are named only
    where the site's address is known.
    """
    title = page.meta.get("title") or page.title
    description = page.meta.get("description") or config.site_description
    properties = [
        ("og:type", "website" if page.url.strip("./") == homes[own].strip("/") else "article"),
        ("og:site_name", config.site_name),
        ("og:title", title),
        ("og:description", description),
        ("og:locale", _LOCALES.get(own)),
        *(("og:locale:alternate", _LOCALES.get(other)) for other in homes if other != own),
    ]
    if config.site_url:
        properties.append(("og:url", page.canonical_url))
        if image:
            properties += [
                ("og:image", config.site_url.rstrip("/") + "/" + image),
                ("og:image:type", "image/png"),
                ("og:image:width", str(card.WIDE)),
                ("og:image:height", str(card.HIGH)),
            ]
    # What the others say, Twitter reads too.
    kind = "summary_large_image" if image and config.site_url else "summary"
    lines = [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in properties if value]
    return "".join([*lines, f'<meta name="twitter:card" content="{kind}">'])
