// What a page does that starts Pyodide as its manual says: at the first question a worker, and every file as it was published.

/**
 * @param {string} line a request of the engine's door
 * @param {string} wheel the name of the engine's wheel
 * @returns {Promise<object>} the answer
 */
globalThis.ask = (line, wheel) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => resolve(JSON.parse(data));
    worker.onerror = reject;
    worker.postMessage({ line, wheel });
  });
