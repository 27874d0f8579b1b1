// The entry point for the thread that runs inputs: it loads neither the parser, the checker nor the compiler.
export { ENTRY } from "./entry-names.ts";
export { showValue, showWhole } from "./show-value.ts";
export { partsLeftOut, partsOf } from "./value-parts.ts";
