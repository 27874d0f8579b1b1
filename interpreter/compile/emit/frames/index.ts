// Statements as data, and their text: in a function that may wait, a frame that goes on.
export { waitsIn, type Code, type LoopCode, type Wait } from "./code.ts";
export type { Numbers } from "./code-text.ts";
export { functionText } from "./function-text.ts";
