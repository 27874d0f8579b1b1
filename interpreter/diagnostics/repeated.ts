// A missing declaration or import causes an error at every use. These are joined to one diagnostic at the
// first use, which lists the lines of the others.
import { get } from "../own/index.ts";
import { fixesOf } from "./applied-hints.ts";
import type { Code } from "./codes.ts";
import type { Diagnostic, Label } from "./diagnostic.ts";
import { drop } from "./rules.ts";
import { importHintOf, withModules } from "./missing-imports.ts";

/** Codes whose message names the missing or misused name: equal messages are one mistake. */
const NAMING: ReadonlySet<Code> = new Set<Code>(["R1", "R7", "T2", "T3", "T4", "T15", "T17"]);
/**
 * Up to this many equal diagnostics may be separate mistakes, unless they are of an unknown name or have a
 * cause.
 */
const ALIKE = 3;
/** The most lines that are listed. */
const LISTED = 8;

/** Expects and returns diagnostics in source order. */
export function joinRepeated(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const causes = new Set(diagnostics.map(({ cause }) => cause));
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of withModules(diagnostics)) {
    const follows = get(diagnostic, "follows");
    if (follows !== undefined && causes.has(follows)) {
      drop("consequence", diagnostic);
      continue;
    }
    const key = identity(diagnostic) ?? `${groups.size} alone`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [diagnostic]);
    else group.push(diagnostic);
  }
  return [...groups.values()].flatMap((group) =>
    group.length > limitOf(group[0]!) ? [joined(group)] : group,
  );
}

function limitOf({ code, cause }: Diagnostic): number {
  return cause !== undefined || code.startsWith("R") ? 1 : ALIKE;
}

function identity({ code, message, primary, related, severity, cause }: Diagnostic): string | null {
  if (severity !== "error") return null;
  if (cause !== undefined) return [primary.source.name, cause].join("\n");
  // A name that is something else is a separate mistake at each use.
  if (code === "R1" && primary.text !== "") return null;
  // If several values do not fit one declaration, the declaration is probably the mistake.
  const declared = code === "T1" ? related.find((label) => label.declares === true) : undefined;
  if (declared === undefined && !NAMING.has(code)) return null;
  return [
    code,
    primary.source.name,
    message.replace(/<[^`]*>/g, ""),
    declared?.source.name,
    declared?.span.start,
  ].join("\n");
}

/** The labels of errors on one line, each location once. */
function labelsOf(diagnostics: readonly Diagnostic[]): Label[] {
  const labels = diagnostics.flatMap(({ related }) => related);
  return [...new Map(labels.map((label) => [`${label.source.name} ${label.span.start}`, label])).values()];
}

function joined([first, ...others]: readonly Diagnostic[]): Diagnostic {
  if (others.length === 0) return first!;
  for (const other of others) drop("joined", other);
  const { source, span } = first!.primary;
  const line = (diagnostic: Diagnostic): number => source.lineAt(diagnostic.primary.span.start);
  const [second, ...rest] = [
    ...new Map(
      others
        .filter((other) => line(other) !== source.lineAt(span.start))
        .map((other) => [line(other), other]),
    ).values(),
  ];
  const imported = importHintOf([first!, ...others]);
  const hint = imported === undefined ? {} : { hint: imported, fixes: fixesOf(imported, source, span) ?? [] };
  if (second === undefined) return { ...first!, ...hint, related: labelsOf([first!, ...others]) };
  const lines = rest.slice(0, LISTED).map(line);
  const more = rest.length > LISTED ? ` and ${rest.length - LISTED} more` : "";
  const text =
    lines.length === 0
      ? "and here"
      : `and here, and on line${rest.length === 1 ? "" : "s"} ${lines.join(", ")}${more}`;
  const also: Label = { source, span: second.primary.span, text };
  return { ...first!, ...hint, related: [...first!.related, also] };
}
