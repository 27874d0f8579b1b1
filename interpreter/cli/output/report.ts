// Prints diagnostics, on the terminal or as JSON.
import { render, type Diagnostic } from "../../diagnostics/index.ts";
import { say, tell } from "./terminal.ts";

/** The value of `--color`: whether diagnostics have colours. */
export type ColorChoice = "always" | "never" | "auto";

/** Renders diagnostics, separated by blank lines. */
export function renderAll(diagnostics: readonly Diagnostic[], color: boolean): string {
  return diagnostics.map((diagnostic) => render(diagnostic, { color })).join("\n");
}

/** Prints diagnostics to standard error. */
export function report(diagnostics: readonly Diagnostic[], color: ColorChoice): void {
  if (diagnostics.length > 0) tell(renderAll(diagnostics, wantsColor(color)));
}

export function wantsColor(choice: ColorChoice): boolean {
  if (choice !== "auto") return choice === "always";
  // Loaded only if needed, because it loads sockets and streams.
  return (
    process.getBuiltinModule("node:tty").isatty(2) &&
    !process.env["NO_COLOR"] &&
    process.env["TERM"] !== "dumb"
  );
}

/** Prints a JSON array to standard output; lines and columns start at 1, ends are exclusive. */
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
