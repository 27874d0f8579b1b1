// The arms that a `match` lacks, as patterns: the variants of an enum, both values of a Bool.
import type { Type } from "../../check/index.ts";
import type { Match, Pattern } from "../../syntax/index.ts";
import type { FileView } from "../workspace/view.ts";
import { plain } from "./completion-item.ts";

export interface Arm {
  readonly name: string;
  /** The pattern with names for the parts. */
  readonly pattern: string;
  /** The pattern as a snippet whose places have the numbers from `first`. */
  readonly snippet: (first: number) => string;
}

/** The patterns that cover a type; empty if it has no variants. */
export function armsOf(type: Type | undefined): Arm[] {
  if (type?.kind !== "Named") return [];
  const { symbol } = type;
  if (symbol.kind === "Primitive" && symbol.name === "Bool")
    return ["true", "false"].map((name) => ({ name, pattern: name, snippet: () => name }));
  if (symbol.kind !== "Enum") return [];
  return symbol.variants.map(({ name, payload, names }) => {
    const parts = payload.map(
      (part, i) => names?.[i] ?? (payload.length === 1 ? nameFor(part, name) : `part${i + 1}`),
    );
    const around = (inner: readonly string[]): string =>
      inner.length === 0
        ? name
        : names === null
          ? `${name}(${inner.join(", ")})`
          : `${name} { ${inner.join(", ")} }`;
    return {
      name,
      pattern: around(parts),
      snippet: (first) =>
        around(names === null ? parts.map((part, i) => `\${${first + i}:${plain(part)}}`) : parts),
    };
  });
}

function nameFor(part: Type, variant: string): string {
  return variant === "Err"
    ? "error"
    : part.kind === "Named" && part.symbol.kind === "Struct"
      ? lower(part.symbol.name)
      : "value";
}

function lower(name: string): string {
  return name[0]!.toLowerCase() + name.slice(1);
}

/** The arms that are missing; those with a guard do not count. */
export function missingArms(view: FileView, match: Match): Arm[] {
  const covered = new Set<string>();
  for (const { pattern, guard } of match.arms)
    if (guard === null) for (const name of namesIn(view, pattern)) covered.add(name);
  if (covered.has("_")) return [];
  return armsOf(view.facts.types[match.subject.id]).filter(({ name }) => !covered.has(name));
}

/** The variants that a pattern covers; `_` for everything. */
function namesIn(view: FileView, pattern: Pattern): string[] {
  switch (pattern.kind) {
    case "OrPattern":
      return pattern.alternatives.flatMap((one) => namesIn(view, one));
    case "ParenPattern":
      return namesIn(view, pattern.inner);
    case "WildcardPattern":
      return ["_"];
    case "NamePattern":
      return view.facts.locals[pattern.id] === undefined ? [pattern.name] : ["_"];
    case "CtorPattern":
      return pattern.args.every((one) => isTotal(view, one)) ? [pattern.name.name] : [];
    case "StructPattern":
      return pattern.fields.every((one) => isTotal(view, one.pattern)) ? [pattern.name.name] : [];
    case "LiteralPattern":
      return pattern.value.kind === "BoolLit" ? [String(pattern.value.value)] : [];
    default:
      return [];
  }
}

function isTotal(view: FileView, pattern: Pattern): boolean {
  return namesIn(view, pattern).includes("_");
}
