"""The plugin in other people's sites: what it adds, and how a wrong board stops a build."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from banmen_mkdocs import fence
from banmen_mkdocs.bundled import REPOSITORY

BOARD = """\
```board
game: dobutsu
caption: “Catch” the <lion> & win
```
"""

WRONG = BOARD.replace("caption", "refused: 2c2b blocked\ncaption")

TRANSLATED = """\
site_name: Test
theme:
  name: material
  font: false
plugins:
  - banmen: {runtime: false}
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages:
        - {locale: en, name: English, default: true}
        - {locale: fr, name: Français}
"""


def build(folder: Path, settings: str, pages: dict[str, str], path: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    for name, text in pages.items():
        page = folder / "docs" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_strangers_site(tmp_path: Path) -> None:
    """Both distributions as wheels, away from this repository, with the theme that MkDocs has by itself."""
    installed = tmp_path / "installed"
    for project in (REPOSITORY, REPOSITORY / "engine"):
        (wheel,) = WheelBuilder(str(project)).build(directory=str(tmp_path), versions=["standard"])
        subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, str(installed)], check=True)
    site = tmp_path / "stranger"
    site.mkdir()
    done = build(site, "site_name: Test\nplugins: [banmen]\n", {"index.md": BOARD, "a/b.md": BOARD}, path=str(installed))
    assert done.returncode == 0, done.stderr
    html = (site / "site" / "a" / "b" / "index.html").read_text("utf-8")
    assert '<figure class="banmen"' in html
    assert 'aria-label="“Catch” the &lt;lion&gt; &amp; win"' in html
    named = site / "site" / "assets" / "hashed"
    (board,) = named.glob("board-*")
    (pieces,) = named.glob("pieces-*")
    assert f'<script src="../../assets/hashed/{board.name}/board.mjs" type="module">' in html
    assert f'<link href="../../assets/hashed/{board.name}/board.css" rel="stylesheet"' in html
    assert f'<use href="../../assets/hashed/{pieces.name}/animals.svg#' in html
    for path in (board / "board.mjs", board / "worker.mjs", board / "words" / "en.json", board / "runtime.mjs", pieces / "animals.svg"):
        assert path.is_file(), path
    assert len(list(named.glob("runtime-*/pyodide.asm.wasm"))) == 1
    # A service worker is the site's own affair.
    assert not (site / "site" / "sw.js").exists()
    assert "banmen-release" not in html


def test_a_site_without_the_engine_says_so_to_its_pages(tmp_path: Path) -> None:
    done = build(tmp_path, "site_name: Test\nplugins:\n  - banmen: {runtime: false}\n", {"index.md": BOARD})
    assert done.returncode == 0, done.stderr
    named = tmp_path / "site" / "assets" / "hashed"
    (told,) = named.glob("board-*/runtime.mjs")
    assert told.read_text("utf-8") == "export default null;\n"
    assert not list(named.glob("runtime-*"))


def test_a_wrong_board_stops_the_build_in_every_language(tmp_path: Path) -> None:
    pages = {"en/index.md": f"---\ntitle: x\n---\n# Title\n\n{BOARD}\n{WRONG}", "fr/index.md": f"# Titre\n\n* liste\n\n    {WRONG}"}
    done = build(tmp_path, TRANSLATED, pages)
    assert done.returncode != 0
    place = Path("docs")
    for finding in (f"{place / 'en' / 'index.md'}:13: 2c2b is said", f"{place / 'fr' / 'index.md'}:7: "):
        assert finding in done.stderr
    assert not list((tmp_path / "site").rglob("*.html"))


def test_a_board_made_by_another_plugin_is_proven_too() -> None:
    with pytest.raises(fence.SuperFencesException, match="line 2 of a board: 2c2b is said to be refused"):
        fence.board(WRONG.strip().removeprefix("```board\n").removesuffix("```"), "board", "board", {}, None)


def test_the_fence_needs_no_mkdocs() -> None:
    script = f"""
import sys
import markdown
from banmen_mkdocs import fence
fence.here.set(fence.Place(lang="fr", root="../", rules_pages={{"dobutsu": "../regles/"}}))
custom = {{"name": "board", "class": "board", "format": fence.board}}
html = markdown.markdown({BOARD!r}, extensions=["pymdownx.superfences"],
                         extension_configs={{"pymdownx.superfences": {{"custom_fences": [custom]}}}})
assert '"rules_page":"../regles/"' in html and "../assets/pieces/animals.svg#" in html and "joueur" in html, html
assert not any(name.split(".")[0] in ("mkdocs", "material") for name in sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], check=True)
