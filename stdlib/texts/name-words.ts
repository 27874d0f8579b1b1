// The words of names such as `HTTPServer`, `http_server` and `http-server`.
import { fromBytes, toBytes, type Steps } from "../../interpreter/runtime/index.ts";
import { partsOf } from "./parts.ts";

/** Capital letters before a capitalised word, a word with or without a capital letter, or letters without case. */
const WORD =
  /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}\p{Nd}]+|\p{Lu}[\p{Lu}\p{M}\p{Nd}]*|[\p{L}\p{N}\p{M}]+/gu;
/** What a word may continue after the end of a part. */
const JOINS = /[\p{L}\p{N}\p{M}]$/u;

export function* wordsOfName(bytes: string): Steps<string[]> {
  const words: string[] = [];
  let rest = "";
  for (const part of partsOf(bytes)) {
    const text = rest + fromBytes(part);
    const found = text.match(WORD) ?? [];
    // The last word may continue in the next part.
    rest = found.length > 1 && JOINS.test(text) ? found.pop()! : "";
    for (const word of found) words.push(toBytes(word));
    yield;
  }
  if (rest !== "") for (const word of rest.match(WORD) ?? []) words.push(toBytes(word));
  return words;
}

/** Joins words in small letters: all but the first begin with a capital letter. */
export function camelCase(words: readonly string[], capitalized: (word: string) => string): string {
  return words.map((word, at) => (at === 0 ? word : capitalized(word))).join("");
}
