"""The runtime bundle: the same inputs give the same bytes, and nothing is in it that is not needed."""

import hashlib
import json
from pathlib import Path
from zipfile import ZipFile

from banmen_mkdocs.bundled import REPOSITORY, RUNTIME
from banmen_mkdocs.runtime import CORE, LOCK, STDLIB, bundle


def test_made_again_it_is_the_same(tmp_path: Path) -> None:
    again = bundle(REPOSITORY / "engine", REPOSITORY / "node_modules" / "pyodide", tmp_path / "again")
    here = RUNTIME / again.name
    assert here.is_dir(), "build/runtime is older than the engine: run `make`"
    names = sorted(path.name for path in again.iterdir())
    assert names == sorted(path.name for path in here.iterdir())
    assert [name for name in names if (again / name).read_bytes() != (here / name).read_bytes()] == []
    assert (again.parent / "runtime.json").read_text("utf-8") == (RUNTIME / "runtime.json").read_text("utf-8")


def test_what_is_in_it() -> None:
    runtime = json.loads((RUNTIME / "runtime.json").read_text("utf-8"))
    (folder,) = RUNTIME.glob("runtime-*")
    assert {path.name for path in folder.iterdir()} == {*CORE, STDLIB, LOCK, runtime["wheel"]}
    (entry,) = json.loads((folder / LOCK).read_text("utf-8"))["packages"].values()
    assert entry["file_name"] == runtime["wheel"]
    assert entry["sha256"] == hashlib.sha256((folder / runtime["wheel"]).read_bytes()).hexdigest()


def test_the_wheel_holds_every_module_of_the_engine() -> None:
    (wheel,) = RUNTIME.glob("runtime-*/*.whl.*")
    with ZipFile(wheel) as archive:
        packed = {name.rpartition(".")[0] for name in archive.namelist() if ".dist-info/" not in name}
    package = REPOSITORY / "engine" / "banmen"
    files = [path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert packed == {path.relative_to(package.parent).as_posix().rpartition(".")[0] for path in files}
