// A change that the server proposes, as plain data.
import type { Span } from "../../source/index.ts";
import type { AnyNode } from "../meaning/walk.ts";
import type { TextEdit } from "../text/edits.ts";
import type { FileView } from "../workspace/view.ts";

export type ActionKind = "quickfix" | "extract" | "inline" | "rewrite" | "organise" | "fixAll";

export interface Action {
  readonly title: string;
  readonly kind: ActionKind;
  /** By unit. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** Whether it is what most people want. */
  readonly isPreferred?: boolean;
}

/** What is selected, with the nodes around it, the innermost last. */
export interface Selection {
  readonly view: FileView;
  readonly span: Span;
  readonly path: readonly AnyNode[];
}

/** An action on the file itself. */
export function here(
  { view }: Pick<Selection, "view">,
  title: string,
  kind: ActionKind,
  edits: readonly TextEdit[],
): Action {
  return { title, kind, edits: new Map([[view.unit, edits]]) };
}

export function textOfNode({ source }: FileView, { span }: { readonly span: Span }): string {
  return source.text.slice(span.start, span.end);
}

/** The indentation of the line of an offset. */
export function indentAt({ source }: FileView, offset: number): string {
  return /^[ \t]*/.exec(source.lineText(source.lineAt(offset)))![0];
}

/** The innermost node of a kind around the selection. */
export function nodeAround<T extends AnyNode>(
  { path }: Selection,
  ...kinds: readonly string[]
): T | undefined {
  return path.findLast(({ kind }) => kind !== undefined && kinds.includes(kind)) as T | undefined;
}
