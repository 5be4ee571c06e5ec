"""Files as hosts send them: compressed as well as can be, once. The larger ones take a minute, so build/ keeps them all."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
from collections.abc import Callable, Mapping

import brotli

from banmen_mkdocs.bundled import REPOSITORY
from banmen_mkdocs.serve import SiteHandler

__all__ = ["ENCODINGS", "brotli_at_most", "compressed", "is_compressible", "media_type"]

KEPT = REPOSITORY / "build" / "compressed"

# What the large hosts compress by themselves. They send archives, wheels and unknown types as they are.
COMPRESSIBLE = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "application/xml",
    "image/svg+xml",
)

ENCODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=11),
    "gzip": lambda data: gzip.compress(data, 9, mtime=0),
    "identity": bytes,
}
"""How to encode, by the names of HTTP."""


def compressed(data: bytes, encoding: str) -> bytes:
    """The bytes in an encoding that HTTP names."""
    kept = KEPT / f"{hashlib.sha256(data).hexdigest()}.{encoding}"
    if encoding == "identity" or not data:
        return data
    if not kept.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        # Whoever else is compressing the same file must not read half of it.
        partial = kept.with_suffix(f".{encoding}-{os.getpid()}-{id(data)}")
        partial.write_bytes(ENCODINGS[encoding](data))
        partial.replace(kept)
    return kept.read_bytes()


# By the sum of its content: brotli at its best needs a minute for Pyodide itself, which npm's lock pins.
BEST = {"cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6": 2_741_061}
LARGE = 5_000_000


def brotli_at_most(data: bytes) -> int:
    """What the bytes come to with brotli, or a little more: files that are not large are compressed in haste."""
    known = BEST.get(hashlib.sha256(data).hexdigest())
    if known is None:
        return len(compressed(data, "br") if len(data) > LARGE else brotli.compress(data, quality=9))
    return known


def media_type(name: str) -> str:
    suffix = "." + name.rpartition(".")[2]
    return SiteHandler.extensions_map.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def is_compressible(name: str) -> bool:
    return media_type(name).startswith(COMPRESSIBLE)
