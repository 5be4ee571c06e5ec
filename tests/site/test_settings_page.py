"""The page of settings lists every setting that there is, by the name and with the default that the board has."""

import json
import re

import pytest

from banmen_mkdocs.bundled import ASSETS, REPOSITORY

LANGUAGES = ("en", "fr", "sv", "de")
CHOICES = re.search(r"export const CHOICES = (.*?)\n\}\);", (ASSETS / "settings.mjs").read_text("utf-8"), re.DOTALL)
assert CHOICES
SETTINGS: dict[str, list[object]] = {
    name: json.loads(values) for name, values in re.findall(r"^  (\w+): Object\.freeze\((\[.*?\])\)", CHOICES[1], re.MULTILINE)
}


def plain(text: str) -> str:
    """Without what only typography tells apart."""
    return re.sub(r"[\u00a0\u202f]", " ", text).replace("’", "'").strip()


def rows(lang: str) -> list[tuple[str, str]]:
    """The tables of the page: the first cell of each row, and the second."""
    text = (REPOSITORY / "docs" / lang / "settings.md").read_text("utf-8")
    return [(plain(cells[1]), plain(cells[2])) for line in text.splitlines() if len(cells := line.split("|")) > 3 and line[0] == "|"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_is_listed_with_its_default(lang: str) -> None:
    ui = json.loads((ASSETS / "words" / f"{lang}.json").read_text("utf-8"))["ui"]
    listed = dict(rows(lang))
    assert len(SETTINGS) >= 8
    switched: dict[object, set[str]] = {True: set(), False: set()}
    for name, values in SETTINGS.items():
        cell = listed[plain(ui[f"set_{name}"])]
        if isinstance(values[0], bool):
            switched[values[0]].add(cell)
            continue
        labels = list(dict.fromkeys(plain(ui[f"set_{name}_{value}"]) for value in values))
        assert cell == " · ".join(labels)
    # One word for all that are on, another one for all that are off.
    assert [len(words) for words in switched.values()] == [1, 1]
    assert switched[True] != switched[False]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_piece_set_is_listed(lang: str) -> None:
    ui = json.loads((ASSETS / "words" / f"{lang}.json").read_text("utf-8"))["ui"]
    cells = [name for _, cell in rows(lang) for name in cell.split(" · ")]
    assert [label for key, label in ui.items() if key.startswith("set_pieces_") and plain(label) not in cells] == []
