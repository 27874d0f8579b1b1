// A proposal of completion as plain data.
import type { Span } from "../../source/index.ts";
import type { TextEdit } from "../text/edits.ts";

export type CompletionKind =
  | "function"
  | "method"
  | "field"
  | "variable"
  | "constant"
  | "type"
  | "trait"
  | "variant"
  | "module"
  | "keyword"
  | "snippet"
  | "file";

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  readonly documentation?: string;
  /** The text to insert; in a snippet, `$1` and `${2:name}` are places to fill, `$0` is the last. */
  readonly insert: string;
  readonly isSnippet?: boolean;
  /** The text to replace, if it is not the word at the cursor. */
  readonly span?: Span;
  /** What the typed text is compared with, if it is not the label. */
  readonly filter?: string;
  /** Lower ones come first: 0 for what fits best. */
  readonly rank: number;
  /** Further edits, such as an import. */
  readonly also?: readonly TextEdit[];
}

/** A text as part of a snippet. */
export function plain(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
