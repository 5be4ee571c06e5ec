// The engine's tests inside the Pyodide that the site ships, with the wheel that it ships:
//   node tests/pyodide/run.mjs [pytest arguments]
// pytest itself comes from .venv and needs more of the standard library than the site ships.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runtime = JSON.parse(readFileSync(`${root}build/runtime/runtime.json`, "utf8"));
const index = `${root}build/runtime/${runtime.index.replace("../", "")}`;
const [python] = readdirSync(`${root}.venv/lib`).filter((name) => name.startsWith("python3"));

const { loadPyodide } = await import(`${index}pyodide.mjs`);
const stdLibURL = `${root}node_modules/pyodide/python_stdlib.zip`;
const pyodide = await loadPyodide({ indexURL: index, stdLibURL, env: { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
pyodide.setStdout({ write: (bytes) => process.stdout.write(bytes) && bytes.length, isatty: process.stdout.isTTY });
await pyodide.loadPackage("banmen", { messageCallback: () => {} });
pyodide.FS.mkdir("/tests");
pyodide.mountNodeFS("/tests", `${root}tests`);
pyodide.FS.mkdir("/packages");
pyodide.mountNodeFS("/packages", `${root}.venv/lib/${python}/site-packages`);
pyodide.globals.set("arguments", pyodide.toPy(process.argv.slice(2)));

const status = pyodide.runPython(`
import sys

import banmen

assert banmen.__file__.startswith("/lib/"), banmen.__file__
sys.path.append("/packages")
sys.dont_write_bytecode = True
import pytest

pytest.main([
    "--rootdir=/tests", "--config-file=/dev/null", "-p", "no:cacheprovider", "--strict-markers", "-W", "error",
    "-m", "not slow and not native", "--color=auto", *arguments,
    "--ignore=/tests/site", "--ignore=/tests/browser", "/tests",
])
`);
process.exit(status);
