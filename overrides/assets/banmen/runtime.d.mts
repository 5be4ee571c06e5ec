// runtime.mjs is made by the build: where the engine lies and what it weighs, or null where the site goes without.
import type { Runtime } from "./contract.d.ts";
declare const runtime: Runtime | null;
export default runtime;
