"""The runtime bundle: the same inputs give the same bytes, and nothing is in it that is not needed."""

import hashlib
import json
from pathlib import Path
from zipfile import ZipFile

from banmen_mkdocs.bundled import REPOSITORY, RUNTIME
from banmen_mkdocs.runtime import CORE, LOCK, bundle


def test_two_bundles_are_the_same(tmp_path: Path) -> None:
    first, second = (
        bundle(REPOSITORY / "engine", REPOSITORY / "node_modules" / "pyodide", tmp_path / name) for name in ("first", "second")
    )
    assert first.name == second.name
    assert {path.name: path.read_bytes() for path in first.iterdir()} == {path.name: path.read_bytes() for path in second.iterdir()}
    assert (first.parent / "runtime.json").read_bytes() == (second.parent / "runtime.json").read_bytes()


def test_what_is_in_it() -> None:
    runtime = json.loads((RUNTIME / "runtime.json").read_text("utf-8"))
    (folder,) = RUNTIME.glob("runtime-*")
    assert {path.name for path in folder.iterdir()} == {*CORE, LOCK, runtime["wheel"]}
    (entry,) = json.loads((folder / LOCK).read_text("utf-8"))["packages"].values()
    assert entry["file_name"] == runtime["wheel"]
    assert entry["sha256"] == hashlib.sha256((folder / runtime["wheel"]).read_bytes()).hexdigest()


def test_the_wheel_is_the_engine_as_it_is_here() -> None:
    (wheel,) = RUNTIME.glob("runtime-*/*.whl")
    with ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    package = REPOSITORY / "engine" / "banmen"
    here = {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert packed == here, "build/runtime is older than the engine: run `make`"
