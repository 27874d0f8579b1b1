// For tests: what formatting must keep, the tree without locations, and the comments.
import { Source } from "../../source/index.ts";
import { parse, tokenize } from "../../syntax/index.ts";

/** A tree as text, without locations and without what the style determines. */
export function meaning(text: string): string {
  const source = new Source("a.std", text);
  const { tokens } = tokenize(source);
  const { tree } = parse(source, { declarations: true, keepMacros: true });
  return JSON.stringify(tree.items, (key, value: unknown) => {
    if (["span", "id", "pathSpan", "opSpan", "shorthand"].includes(key)) return undefined;
    if (typeof value === "bigint" || Object.is(value, -0))
      return `${value as bigint}${Object.is(value, -0) ? " below" : ""}`;
    if (key === "self") return value !== null;
    if (key === "tokens") {
      const [start, end] = value as [number, number];
      return tokens
        .slice(start, end)
        .filter(({ kind }) => kind !== "newline")
        .map((token) => String(token.value ?? token.text));
    }
    if (key === "attributes") {
      // Derives are joined.
      const list = value as { name: { name: string }; args: unknown[] }[];
      return list.flatMap(({ name, args }) => (name.name === "derive" ? args : [{ name, args }]));
    }
    if ((value as { kind?: string } | null)?.kind === "Spawn") {
      let { value: spawned } = value as { value: { kind: string; inner: typeof spawned } };
      while (spawned.kind === "Paren") spawned = spawned.inner;
      return { spawned };
    }
    return withSameEnd(value as Part | null);
  });
}

interface Part {
  readonly kind?: string;
  readonly result?: unknown;
  readonly body?: Part;
  readonly then?: Part;
  readonly otherwise?: Part | null;
  readonly stmts?: readonly unknown[];
  readonly trailing?: unknown;
}

/** If the value of a block is unused, an expression at its end is a statement, with or without `;`. */
function withSameEnd(part: Part | null): unknown {
  const spread = (block: Part | undefined): Part | undefined =>
    block?.kind === "Block" && block.trailing !== null
      ? { ...block, stmts: [...block.stmts!, { kind: "ExprStmt", value: block.trailing }], trailing: null }
      : block;
  switch (part?.kind) {
    case "FunctionItem":
    case "Lambda": {
      const result = part.result as { kind: string; name?: { name: string } } | null;
      const isUnit =
        result === null ? part.kind === "FunctionItem" : (result.name?.name ?? "Unit") === "Unit";
      return isUnit && part.body !== null ? { ...part, body: spread(part.body) } : part;
    }
    case "While":
    case "For":
    case "Loop":
      return { ...part, body: spread(part.body) };
    case "If":
      return part.otherwise === null ? { ...part, then: spread(part.then) } : part;
    default:
      return part;
  }
}

/** All comments, without the white space that the style removes. */
export function comments(text: string): string[] {
  const normal = text.replace(/\r\n?/g, "\n");
  const { comments: list } = tokenize(new Source("a.std", normal));
  return list.map(({ start, end }) => normal.slice(start, end).replace(/[ \t]+$/gm, "")).toSorted();
}
