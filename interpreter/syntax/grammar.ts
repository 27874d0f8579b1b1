// Loads grammar.ohm, with the characters of the token table in place of the tokens it names, or what
// the build has made of it. Read when first used.
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
 * Tokens become terminals and classes ranges right where they are used: a rule for each would cost
 * an application with its memo entry per token, which doubles the time of a match.
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

/** Ohm takes ten times as long to read the grammar as to make it from the form it writes itself. */
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

/** Start rule: `item`. */
export function grammar(): Grammar {
  return (loaded ??= withFixedFacts(loadGrammar()));
}

/** Reads the grammar now, so that no program pays for it. */
export function loadParser(): void {
  grammar();
}

/** The form of the grammar that the build keeps as `grammar.json` beside the compiled parser. */
export function grammarRecipe(): string {
  return recipeOf(grammar());
}
