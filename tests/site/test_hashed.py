"""What pages load is what stands in the source, but for comments."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from banmen_mkdocs.bundled import ASSETS
from banmen_mkdocs.hashed import lean, pocket

MODULES = sorted([*ASSETS.glob("*.mjs"), *ASSETS.glob("*.css")])
ROWS = [
    ("// all of it\nlet a;\n  // and here\n", "let a;\n"),
    ("/** @param {string} a */\nfunction f(a) {\n  /*\n   * more\n   */\n  return a;\n}\n", "function f(a) {\n  return a;\n}\n"),
    ("/** a */\n/** b */\nlet c; // beside code\n", "let c; // beside code\n"),
    ("/** @type {any} */ (navigator).x;\nlet d; /* e */\n", "/** @type {any} */ (navigator).x;\nlet d; /* e */\n"),
    ('const a = "http://b";\nconst c = /\\/*/;\nlet d;\n', 'const a = "http://b";\nconst c = /\\/*/;\nlet d;\n'),
    ("let a;\n\n/* a ** b / */\n\nlet c;\n", "let a;\n\n\nlet c;\n"),
]


@pytest.mark.parametrize(("source", "expected"), ROWS)
def test_comments_are_left_out(source: str, expected: str) -> None:
    assert lean(source) == expected


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_only_comments_are_left_out(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    kept = iter(lean(path.read_text("utf-8")).splitlines())
    shown = next(kept, None)
    left_out = []
    for line in lines:
        if line == shown:
            shown = next(kept, None)
        else:
            left_out.append(line.strip())
    assert shown is None
    assert [line for line in left_out if not line.startswith(("//", "/*", "*")) and not line.endswith("*/")] == []


def test_the_pocket_table_is_published_under_its_sum_and_comes_with_kept_languages(built_site: Path) -> None:
    place, digest = pocket("dobutsu")
    content = (built_site / place).read_bytes()
    assert sha256(content).hexdigest() == digest
    assert place == f"assets/hashed/pocket-{digest[:12]}/dobutsu.bin"
    page = (built_site / "dobutsu" / "index.html").read_text("utf-8")
    assert f'"pocket":{{"file":"../{place}","sha256":"{digest}"}}' in page
    described = (built_site / "sw.js").read_text("utf-8").partition("\n")[0].removeprefix("self.banmen = ").removesuffix(";")
    assert json.loads(described)["pocket"] == {place: [digest, len(content), True]}
