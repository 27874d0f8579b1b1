// Diagnostics on the terminal or as JSON.
import { render, type Diagnostic } from "../../diagnostics/index.ts";
import { say, tell } from "./terminal.ts";

/** Whether diagnostics have colours: by `--color`. */
export type ColorChoice = "always" | "never" | "auto";

/** Rendered one below the other, with a blank line between. */
export function renderAll(diagnostics: readonly Diagnostic[], color: boolean): string {
  return diagnostics.map((diagnostic) => render(diagnostic, { color })).join("\n");
}

/** On standard error. */
export function report(diagnostics: readonly Diagnostic[], color: ColorChoice): void {
  if (diagnostics.length > 0) tell(renderAll(diagnostics, wantsColor(color)));
}

export function wantsColor(choice: ColorChoice): boolean {
  if (choice !== "auto") return choice === "always";
  // Loaded only where there is something to colour: it brings sockets and streams along.
  return (
    process.getBuiltinModule("node:tty").isatty(2) &&
    !process.env["NO_COLOR"] &&
    process.env["TERM"] !== "dumb"
  );
}

/** A JSON array on standard output; lines and columns from 1, ends exclusive. */
export function reportJson(diagnostics: readonly Diagnostic[]): void {
  say(`${JSON.stringify(diagnostics.map(toJson), null, 2)}\n`);
}

function toJson({ code, severity, message, primary, related, hint }: Diagnostic) {
  return {
    code,
    severity,
    message,
    ...place(primary),
    related: related.map(place),
    ...(hint === undefined ? {} : { hint }),
  };
}

function place({ source, span, text }: Diagnostic["primary"]) {
  const start = source.position(span.start);
  const end = source.position(span.end);
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    ...(text === "" ? {} : { label: text }),
  };
}
