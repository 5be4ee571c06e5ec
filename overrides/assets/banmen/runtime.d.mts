// runtime.mjs is made by the build: where the engine lies and what it weighs.
import type { Runtime } from "./contract.d.ts";
declare const runtime: Runtime;
export default runtime;
