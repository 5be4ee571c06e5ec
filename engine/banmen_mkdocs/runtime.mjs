// node runtime.mjs PYODIDE WORK WHEEL STDLIB PACKAGES: runs inside.py in the npm package in folder PYODIDE, on the files
// WHEEL and STDLIB in folder WORK, with the Python packages in folder PACKAGES; prints the name of the finished wheel.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, work, wheel, stdlib, packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);

// Byte code without documentation, assertions and the columns of tracebacks: a third less to fetch.
const pyodide = await loadPyodide({ args: ["-OO", "-X", "no_debug_ranges"] });
pyodide.FS.mkdirTree("/work");
pyodide.mountNodeFS("/work", work);
pyodide.mountNodeFS("/packages", packages);
pyodide.runPython(readFileSync(new URL("inside.py", import.meta.url), "utf8"));
console.log(pyodide.runPython(`make(Path("/work"), ${JSON.stringify(wheel)}, ${JSON.stringify(stdlib)}, "/packages")`));
