// Loads grammar.ohm, with the characters of the token table in place of the tokens it names, or what
// the build has made of it.
import { existsSync, readFileSync } from "node:fs";
import * as ohm from "ohm-js";
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
function loadGrammar(): ohm.Grammar {
  const built = new URL("./grammar.json", import.meta.url);
  if (existsSync(built)) return makeRecipe(readFileSync(built, "utf8"));
  return ohm.grammar(overCharacters(readFileSync(new URL("./grammar.ohm", import.meta.url), "utf8")));
}

// Missing in the types of ohm-js 17.5.
const { makeRecipe } = ohm as unknown as { makeRecipe: (recipe: string) => ohm.Grammar };

/** What ohm-js 17.5 has in a rule's body, as far as it matters here. */
interface Expression {
  readonly expr?: Expression;
  readonly terms?: readonly Expression[];
  readonly factors?: readonly Expression[];
  readonly args?: readonly Expression[];
  getArity: () => number;
  isSyntactic?: () => boolean;
}

/**
 * Ohm works out at every step of a match how many parts an expression has and whether its rule skips
 * spaces. Neither ever changes, and no rule here skips: fixing both doubles the speed of a match.
 */
function withFixedFacts(grammar: ohm.Grammar): ohm.Grammar {
  const visit = (expression: Expression): void => {
    const arity = expression.getArity();
    expression.getArity = () => arity;
    if (expression.isSyntactic !== undefined) expression.isSyntactic = () => false;
    const { expr, terms = [], factors = [], args = [] } = expression;
    for (const inner of [...(expr === undefined ? [] : [expr]), ...terms, ...factors, ...args]) visit(inner);
  };
  const { rules } = grammar as unknown as { readonly rules: Readonly<Record<string, { readonly body: Expression }>> };
  for (const name of Object.keys(rules)) visit(rules[name]!.body);
  return grammar;
}

/** Start rule: `item`. */
export const grammar: ohm.Grammar = withFixedFacts(loadGrammar());

/** The form of the grammar that the build keeps as `grammar.json` beside the compiled parser. */
export function grammarRecipe(): string {
  return (grammar as unknown as { toRecipe: () => string }).toRecipe();
}
