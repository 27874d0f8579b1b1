// Prints diagnostics, on the terminal or as JSON.
import { render, rules, type Diagnostic, type Dropped, type Edit } from "../../diagnostics/index.ts";
import { say, printError } from "./terminal.ts";

/** The value of `--color`: whether diagnostics have colours. */
export type ColorChoice = "always" | "never" | "auto";

/** Renders diagnostics, separated by blank lines. */
export function renderAll(diagnostics: readonly Diagnostic[], color: boolean): string {
  return diagnostics.map((diagnostic) => render(diagnostic, { color })).join("\n");
}

/** Prints diagnostics to standard error. */
export function report(diagnostics: readonly Diagnostic[], color: ColorChoice): void {
  if (diagnostics.length > 0) printError(renderAll(diagnostics, wantsColor(color)));
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

/** Prints to standard error what was not shown, a line for each, in the order of the source. */
export function reportDropped(dropped: readonly Dropped[]): void {
  const lines = inOrder(dropped).map(({ rule, diagnostic: { code, message, primary } }) => {
    const { line, column } = primary.source.position(primary.span.start);
    return `not shown: ${primary.source.name}:${line}:${column}: ${message} [${code}]\n   rule ${rule}: ${rules[rule]}\n`;
  });
  printError(lines.length === 0 ? "not shown: nothing\n" : lines.join(""));
}

function inOrder(dropped: readonly Dropped[]): readonly Dropped[] {
  const place = ({ diagnostic: { primary } }: Dropped): number => primary.span.start;
  return dropped.toSorted(
    (a, b) =>
      a.diagnostic.primary.source.name.localeCompare(b.diagnostic.primary.source.name) || place(a) - place(b),
  );
}

/**
 * Prints a JSON array to standard output; lines and columns start at 1, ends are exclusive. Dropped diagnostics
 * have a member `rule`.
 */
export function reportJson(diagnostics: readonly Diagnostic[], dropped: readonly Dropped[] = []): void {
  const hidden = inOrder(dropped).map(({ rule, diagnostic }) => ({ ...toJson(diagnostic), rule }));
  say(`${JSON.stringify([...diagnostics.map(toJson), ...hidden], null, 2)}\n`);
}

function toJson({ code, severity, message, primary, related, hint, fixes }: Diagnostic) {
  return {
    code,
    severity,
    message,
    ...place(primary),
    related: related.map(place),
    ...(hint === undefined ? {} : { hint }),
    ...(fixes === undefined
      ? {}
      : { fixes: fixes.map(({ title, edits }) => ({ title, edits: edits.map(change) })) }),
  };
}

function change(edit: Edit) {
  return { ...range(edit), text: edit.text };
}

function place(label: Diagnostic["primary"]) {
  return { ...range(label), ...(label.text === "" ? {} : { label: label.text }) };
}

function range({ source, span }: Pick<Edit, "source" | "span">) {
  const start = source.position(span.start);
  const end = source.position(span.end);
  return {
    file: source.name,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}
