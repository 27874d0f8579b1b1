// The entry point: the formatter.
export { format, type Formatted } from "./format.ts";
