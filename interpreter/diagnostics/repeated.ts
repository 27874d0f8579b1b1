// One missing declaration or import shows at every use: such reports are one diagnostic, at the first
// place, that names the others.
import type { Code } from "./codes.ts";
import type { Diagnostic, Label } from "./diagnostic.ts";

/** Codes whose message names what is missing or misused, so that equal messages mean one mistake. */
const NAMING: ReadonlySet<Code> = new Set<Code>(["R1", "R7", "T2", "T3", "T4", "T10", "T15", "T17"]);
/** So many mistakes may well be alike by chance; an unknown name is one mistake at once. */
const ALIKE = 3;
/** How many lines are listed. */
const LISTED = 8;

/** `diagnostics` in source order; the result, too. */
export function joinRepeated(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const key = identity(diagnostic) ?? `${groups.size} alone`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [diagnostic]);
    else group.push(diagnostic);
  }
  return [...groups.values()].flatMap((group) => (group.length > (group[0]!.code.startsWith("R") ? 1 : ALIKE) ? [joined(group)] : group));
}

function identity({ code, message, primary, related, severity, hint }: Diagnostic): string | null {
  // A name that means something else is misused in each place; a type that has no derive lacks it once.
  if (code === "R1" && primary.text !== "") return null;
  if (code === "T10" && hint?.includes("@derive") !== true) return null;
  // Values that do not fit one declaration: most likely that is wrong.
  const declared = code === "T1" ? related.find((label) => label.text.endsWith("is declared here")) : undefined;
  if (severity !== "error" || (declared === undefined && !NAMING.has(code))) return null;
  // One name as a type and as a value is one missing declaration.
  const subject = code === "R1" ? message.replace(/ (?:type|trait) `/, " `") : message;
  return [code, primary.source.name, subject.replace(/<[^`]*>/g, ""), declared?.source.name, declared?.span.start].join("\n");
}

function joined([first, ...others]: readonly Diagnostic[]): Diagnostic {
  if (others.length === 0) return first!;
  const { source, span } = first!.primary;
  const line = (diagnostic: Diagnostic): number => source.lineAt(diagnostic.primary.span.start);
  const [second, ...rest] = [...new Map(others.filter((other) => line(other) !== source.lineAt(span.start)).map((other) => [line(other), other])).values()];
  if (second === undefined) return first!;
  const lines = rest.slice(0, LISTED).map(line);
  const more = rest.length > LISTED ? ` and ${rest.length - LISTED} more` : "";
  const text = lines.length === 0 ? "and here" : `and here, and on line${rest.length === 1 ? "" : "s"} ${lines.join(", ")}${more}`;
  const also: Label = { source, span: second.primary.span, text };
  return { ...first!, related: [...first!.related, also] };
}
