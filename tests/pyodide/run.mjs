// The engine's tests inside the Pyodide that the site ships, with the wheel that it ships:
//   node tests/pyodide/run.mjs [pytest arguments]
// pytest itself comes from .venv and needs more of the standard library than the site ships; only pytest gets it (shipped.py).
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runtime = JSON.parse(readFileSync(`${root}build/runtime/runtime.json`, "utf8"));
const index = `${root}build/runtime/${runtime.index.replace("../", "")}`;
const [python] = readdirSync(`${root}.venv/lib`).filter((name) => name.startsWith("python3"));

const { loadPyodide } = await import(`${index}pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: index, stdLibURL: index + runtime.stdlib, env: { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
pyodide.setStdout({ write: (bytes) => process.stdout.write(bytes) && bytes.length, isatty: process.stdout.isTTY });
pyodide.FS.writeFile("/banmen.whl", readFileSync(`${index}${runtime.wheel}`));
// What tests read, where they look for it: beside themselves.
for (const folder of ["tests", "docs", "engine", "overrides"]) {
  pyodide.FS.mkdir(`/${folder}`);
  pyodide.mountNodeFS(`/${folder}`, `${root}${folder}`);
}
pyodide.FS.mkdir("/whole");
pyodide.mountNodeFS("/whole", `${root}node_modules/pyodide`);
pyodide.FS.mkdir("/packages");
pyodide.mountNodeFS("/packages", `${root}.venv/lib/${python}/site-packages`);
pyodide.globals.set("arguments", pyodide.toPy(process.argv.slice(2)));

const status = pyodide.runPython(`
import sys

sys.dont_write_bytecode = True
sys.path[:0] = ["/banmen.whl", "/tests/pyodide"]
import shipped

shipped.add_the_rest("/whole/python_stdlib.zip")
sys.path.append("/packages")
import pytest

pytest.main([
    "--rootdir=/tests", "--config-file=/dev/null", "-p", "no:cacheprovider", "--strict-markers", "-W", "error",
    "-m", "not slow and not native", "--color=auto", *arguments,
    "--ignore=/tests/site", "--ignore=/tests/browser", "--ignore=/tests/match", "--ignore=/tests/tune", "-o", "python_files=test_*.py check_*.py", "/tests",
])
`);
process.exit(status);
