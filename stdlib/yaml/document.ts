// Reads documents of YAML with the package yaml, in steps, and checks what the package leaves unchecked or
// checks in quadratic time: the depth, and keys that occur twice.
import { has } from "../../interpreter/own/index.ts";
import { Composer, type CST, Lexer, Parser, type Document } from "yaml";
import type { Steps } from "../../interpreter/runtime/index.ts";

/** Something wrong at an offset of the text. */
export class YamlProblem extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** The deepest nesting of values. */
export const DEEPEST = 256;
/** The tokens between two checks of the clock. */
const STEP = 200;

const OPTIONS = {
  version: "1.2",
  // The package compares each key with all others.
  uniqueKeys: false,
  prettyErrors: false,
  intAsBigInt: true,
  keepSourceTokens: false,
  logLevel: "silent",
} as const;

export type YamlDocument = Document.Parsed;

/**
 * Yields the documents of a text. `foresee` is called with the number of tokens before a document is composed,
 * which nothing interrupts. @throws YamlProblem
 */
export function* readDocuments(text: string, foresee: (tokens: number) => void): Steps<YamlDocument[]> {
  const found: YamlDocument[] = [];
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  let tokens = 0;
  let sinceDocument = 0;
  const take = function* (read: Iterable<CST.Token>): Steps<void> {
    for (const token of read) {
      if (token.type === "error") throw new YamlProblem(token.offset, shortened(token.message));
      checkDepth(token);
      foresee(sinceDocument);
      sinceDocument = 0;
      yield;
      for (const document of composer.next(token)) found.push(document);
    }
  };
  for (const lexeme of new Lexer().lex(text)) {
    sinceDocument++;
    if (++tokens % STEP === 0) yield;
    yield* take(parser.next(lexeme));
  }
  yield* take(parser.end());
  for (const document of composer.end(false, text.length)) found.push(document);
  for (const { errors } of found) {
    const first = errors[0];
    if (first !== undefined) throw new YamlProblem(first.pos[0], shortened(first.message));
  }
  return found;
}

/** A message of the package, with the beginnings of the long words that it quotes. */
function shortened(message: string): string {
  return message.replace(/\S{65,}/g, (word) => `${word.slice(0, 64)}…`);
}

/** The package composes by recursion. @throws YamlProblem */
function checkDepth(document: CST.Token): void {
  const left: (readonly [CST.Token, number])[] = [[document, 0]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [token, depth] = next;
    if (token.type === "document") {
      if (token.value !== undefined) left.push([token.value, depth]);
    } else if (has(token, "items")) {
      if (depth >= DEEPEST) throw new YamlProblem(token.offset, "values are nested too deeply");
      for (const { key, value } of token.items) {
        if (key != null) left.push([key, depth + 1]);
        if (value != null) left.push([value, depth + 1]);
      }
    }
  }
}
