// What a tree has besides its nodes.
import type { Ident } from "./ast/index.ts";

/** A macro definition or call in a tree for the formatter. */
export interface KeptMacro {
  readonly name: Ident;
  /**
   * Indexes into the tokens of the source: of the whole definition, or of those between the parentheses of a
   * call.
   */
  readonly tokens: readonly [number, number];
}

/** Those of a tree without such uses. */
export const NO_USES: Readonly<TreeUses> = { collectionLiterals: false, methods: new Set() };

/**
 * The uses in a tree that load modules without an import: literals of sets and maps, and names of called
 * methods.
 */
export interface TreeUses {
  collectionLiterals: boolean;
  readonly methods: Set<string>;
}
