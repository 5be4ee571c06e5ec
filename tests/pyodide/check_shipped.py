"""That the engine is held to what is shipped while pytest is not. Its name keeps this file from pytest outside of Pyodide."""

import csv

import pytest


@pytest.mark.parametrize("statement", ["import csv", "import wave", "import xml.sax", "from importlib import metadata"])
def test_the_engine_gets_only_what_is_shipped(statement: str) -> None:
    assert csv
    with pytest.raises(ImportError):
        exec(statement, {"__name__": "banmen.door"})
    exec("import json", {"__name__": "banmen.door"})
    exec(statement, {"__name__": "a_test"})
