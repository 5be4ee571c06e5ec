"""The runtime bundle: what a reader's browser needs to run the engine, under a name made of its content.

``python -m banmen_mkdocs.runtime`` writes build/runtime/: the folder runtime-<hash>/ and
runtime.json, which says where things are. The same inputs give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import sysconfig
from base64 import b64encode
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from banmen_mkdocs.bundled import REPOSITORY

__all__ = ["bundle"]

WHOLE = "python_stdlib.zip"
# Archives are stored, not deflated, under the ending of a type that hosts compress: they do it better than a zip can, and in
# one piece.
COMPRESSIBLE = ".wasm"
STDLIB = f"{WHOLE}{COMPRESSIBLE}"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = "pyodide-lock.json"

# Modules are imported, not fetched, so that the page cannot count their bytes as they come.
UNCOUNTED = ".mjs"


def bundle(engine: Path, pyodide: Path, target: Path) -> Path:
    """Make the bundle of the engine in `engine` and the npm package in `pyodide`; gives its folder below `target`."""
    shutil.rmtree(target, ignore_errors=True)
    folder = target / "runtime"
    folder.mkdir(parents=True)
    (wheel,) = (Path(path) for path in WheelBuilder(str(engine)).build(directory=str(folder), versions=["standard"]))
    for name in (*CORE, WHOLE):
        shutil.copyfile(pyodide / name, folder / name)
    wheel = folder / _inside(pyodide, folder, wheel.name)
    wheel = wheel.rename(folder / f"{wheel.name}{COMPRESSIBLE}")
    (folder / WHOLE).rename(folder / STDLIB)
    lock = json.loads((pyodide / LOCK).read_text("utf-8"))
    lock["packages"] = {"banmen": _entry(wheel)}
    (folder / LOCK).write_text(json.dumps(lock, indent=1, sort_keys=True), encoding="utf-8")

    named = folder.rename(target / f"runtime-{_content_name(folder)}")
    counted = sum(path.stat().st_size for path in named.iterdir() if path.suffix != UNCOUNTED)
    # What a browser holds the wheel against; the lock entry says the same to Pyodide's own loader.
    integrity = f"sha256-{b64encode(hashlib.sha256((named / wheel.name).read_bytes()).digest()).decode()}"
    description = {"index": f"../{named.name}/", "wheel": wheel.name, "integrity": integrity, "stdlib": STDLIB, "bytes": counted}
    (target / "runtime.json").write_text(json.dumps(description), encoding="utf-8")
    return named


def _inside(pyodide: Path, folder: Path, wheel: str) -> str:
    """Cut the standard library and byte-compile it and the wheel with the Python that will run them."""
    script = Path(__file__).with_name("runtime.mjs")
    packages = sysconfig.get_path("purelib")
    command = ["node", str(script), str(pyodide), str(folder), wheel, WHOLE, packages]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def _entry(wheel: Path) -> dict[str, object]:
    """The engine as a package of Pyodide's lock file; the loader refuses a file with another sum."""
    name, version = wheel.name.split("-")[:2]
    return {
        "name": name,
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }


def _content_name(folder: Path) -> str:
    sums = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        sums.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return sums.hexdigest()[:12]


def main() -> int:
    print("Bundling the engine for the browser (half a minute)", flush=True)
    made = bundle(REPOSITORY / "engine", REPOSITORY / "node_modules" / "pyodide", REPOSITORY / "build" / "runtime")
    size = sum(path.stat().st_size for path in made.iterdir())
    print(f"{made.name}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
