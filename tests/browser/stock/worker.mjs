// The folder hashed/ holds the npm package's files and the engine's wheel of Python sources; readers.py asks, bench.py serves.
import { loadPyodide } from "./hashed/pyodide.mjs";

const indexURL = new URL("hashed/", import.meta.url).href;

addEventListener("message", async ({ data: { line, wheel } }) => {
  const pyodide = await loadPyodide({ indexURL, packages: [indexURL + wheel] });
  postMessage(pyodide.pyimport("banmen.door").handle(line));
});
