// Public API: the formatter.
export { format, type Formatted } from "./format.ts";
