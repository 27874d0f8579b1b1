/** Errors keep a program from running, warnings do not. */
export type Severity = "error" | "warning";
