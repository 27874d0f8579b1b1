// Entry point of the thread that runs inputs: nothing here loads parser, checker or compiler.
export { ENTRY } from "./entry-names.ts";
export { showValue } from "./show-value.ts";
