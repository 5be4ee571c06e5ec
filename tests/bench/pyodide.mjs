// bench.py and thinking.py under the pinned Pyodide in Node: node tests/bench/pyodide.mjs [RUNS]
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = fileURLToPath(new URL("../..", import.meta.url));
const venv = `${root}.venv/lib`;
const python = readdirSync(venv).find((name) => name.startsWith("python3"));

const pyodide = await loadPyodide();
pyodide.mountNodeFS("/repo", root);
// python-shogi is pure Python, so the virtual environment's copy runs here too.
pyodide.mountNodeFS("/packages", `${venv}/${python}/site-packages`);
pyodide.globals.set("runs", Number(process.argv[2] ?? 3));
pyodide.runPython(`
import sys
sys.path[:0] = ["/repo/engine", "/repo/tests/bench"]
sys.path.append("/packages")
import bench
bench.main(int(runs))
import thinking
thinking.main()
`);
