// Door: what phases report, and how it is shown.
export type { Diagnostic, Label, Severity } from "./diagnostic.ts";
export type { Code } from "./codes.ts";
