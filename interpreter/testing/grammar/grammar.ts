// Loads the definition of the syntax: grammar.ohm, whose tokens are replaced by characters.
import { readFileSync } from "node:fs";
import * as ohm from "ohm-js";
import type { Grammar } from "ohm-js";
import { classes, keywords, kinds, type Kind } from "../../syntax/tokens.ts";
import { withFixedFacts } from "./ohm-internals.ts";

const FIRST_CODE = 0xe000;

/** The private-use character of each kind in the text that the grammar matches. */
export const characterOf: Readonly<Record<Kind, string>> = Object.fromEntries(
  kinds.map((kind, index) => [kind, String.fromCharCode(FIRST_CODE + index)]),
) as Record<Kind, string>;

const words = new Set<string>(kinds.filter((kind) => /^[a-zA-Z]+$/.test(kind) && !keywords.has(kind)));

function terminal(kind: Kind): string {
  return `"${characterOf[kind]}"`;
}

/**
 * Replaces tokens with terminals and classes with ranges at each use. A rule for each would cost a rule
 * application with a memo entry per token, which doubles the time of a match.
 */
function overCharacters(text: string): string {
  return text.replace(/\/\/.*$|--.*$|"([^"\n]+)"|[A-Za-z]+/gm, (found, spelling: string | undefined) => {
    if (found.startsWith("//")) return "";
    if (found.startsWith("--")) return found;
    if (spelling !== undefined) {
      if (!kinds.includes(spelling as Kind)) throw new Error(`grammar.ohm: no such token: ${spelling}`);
      return terminal(spelling as Kind);
    }
    if (words.has(found)) return terminal(found as Kind);
    const range = (classes as Readonly<Record<string, readonly [Kind, Kind]>>)[found];
    return range === undefined ? found : `${terminal(range[0])}..${terminal(range[1])}`;
  });
}

let loaded: Grammar | null = null;

/** The grammar, whose start rule is `item`. */
export function grammar(): Grammar {
  const text = (): string => overCharacters(readFileSync(new URL("./grammar.ohm", import.meta.url), "utf8"));
  return (loaded ??= withFixedFacts(ohm.grammar(text())));
}
