// Statements as data, and their text: a function that may wait is resumed in a frame.
export { waitsIn, type Code, type LoopCode, type Wait } from "./code.ts";
export type { Numbers } from "./code-text.ts";
export { functionText } from "./function-text.ts";
