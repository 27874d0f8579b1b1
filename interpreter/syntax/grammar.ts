// Loads the grammar at its first use: from grammar.ohm, whose tokens are replaced by the characters of the
// token table, or from the form that the build stores.
import * as ohm from "ohm-js";
import type { Grammar } from "ohm-js";
import { machine } from "../host/index.ts";
import { fromRecipe, recipeOf, withFixedFacts } from "./ohm-internals.ts";
import { characterOf, classes, kinds, keywords, type Kind } from "./tokens.ts";

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

/** Reading the text of the grammar takes Ohm ten times as long as reading its own stored form. */
function loadGrammar(): Grammar {
  const { sources } = machine();
  let built: string;
  try {
    built = sources.readOwn(new URL("./grammar.json", import.meta.url));
  } catch {
    // Not built.
    return ohm.grammar(overCharacters(sources.readOwn(new URL("./grammar.ohm", import.meta.url))));
  }
  return fromRecipe(built);
}

let loaded: Grammar | null = null;

/** The grammar, whose start rule is `item`. */
export function grammar(): Grammar {
  return (loaded ??= withFixedFacts(loadGrammar()));
}

/** Loads the grammar now, outside the time of any program. */
export function loadParser(): void {
  grammar();
}

/** The form of the grammar that the build stores as `grammar.json` beside the compiled parser. */
export function grammarRecipe(): string {
  return recipeOf(grammar());
}
