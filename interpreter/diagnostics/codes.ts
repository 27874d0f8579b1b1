// The table of diagnostics: stable code, severity, wording.

export type Code = string;
