// Semantic tokens: what names stand for, as far as a grammar of colours cannot know.
import type { Span } from "../../source/index.ts";
import type { Kind } from "../meaning/target.ts";
import { occurrencesOf } from "../meaning/occurrences.ts";
import type { FileView } from "../workspace/view.ts";

export const TOKEN_TYPES = [
  "namespace",
  "type",
  "enum",
  "interface",
  "struct",
  "typeParameter",
  "parameter",
  "variable",
  "property",
  "enumMember",
  "function",
  "method",
  "macro",
] as const;

export const TOKEN_MODIFIERS = ["declaration", "readonly", "defaultLibrary"] as const;

export interface SemanticToken {
  readonly span: Span;
  readonly type: (typeof TOKEN_TYPES)[number];
  readonly modifiers: readonly (typeof TOKEN_MODIFIERS)[number][];
}

const TYPES: Readonly<Record<Kind, (typeof TOKEN_TYPES)[number] | null>> = {
  function: "function",
  method: "method",
  type: "type",
  alias: "type",
  trait: "interface",
  constant: "variable",
  global: "variable",
  local: "variable",
  parameter: "parameter",
  typeParameter: "typeParameter",
  field: "property",
  variant: "enumMember",
  module: "namespace",
  label: null,
  macro: "macro",
  builtin: "function",
};

/** In the order of the text, without overlaps. */
export function semanticTokens(view: FileView, range?: Span): SemanticToken[] {
  const found: SemanticToken[] = [];
  let end = 0;
  for (const { span, target, role } of occurrencesOf(view)) {
    if (range !== undefined && (span.end < range.start || span.start > range.end)) continue;
    const { symbol } = target;
    const type = symbol?.kind === "Struct" ? "struct" : symbol?.kind === "Enum" ? "enum" : TYPES[target.kind];
    // An import path is a string or has slashes: colours of the grammar suit it.
    if (type === null || span.start < end || (target.kind === "module" && role === "import")) continue;
    end = span.end;
    found.push({
      span,
      type,
      modifiers: [
        ...(role === "declaration" ? (["declaration"] as const) : []),
        ...(target.kind === "constant" ? (["readonly"] as const) : []),
        ...(target.unit === null || target.unit.startsWith("std/") ? (["defaultLibrary"] as const) : []),
      ],
    });
  }
  return found;
}
