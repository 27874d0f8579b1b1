// Door: the formatter.
export { format, type Formatted } from "./format.ts";
