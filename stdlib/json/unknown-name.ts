// How messages about decoded values show names from outside: shortened, and escaped.
import { nearest } from "./nearest-name.ts";

const MOST_CHARACTERS = 64;
/** Shorter names are near to too many others. */
const SHORTEST = 3;
/** The most names that a message lists. */
const MOST_NAMES = 12;

/** Returns a name with at most 64 characters. Names are bytes: a character begins with one outside 0x80..0xBF. */
export function shownName(name: string): string {
  if (name.length <= MOST_CHARACTERS) return name;
  let characters = 0;
  for (let i = 0; i < name.length; i++) {
    if ((name.charCodeAt(i) & 0xc0) === 0x80) continue;
    if (++characters > MOST_CHARACTERS) return `${name.slice(0, i)}\xe2\x80\xa6`;
  }
  return name;
}

/** The message about a name that is none of `names`. */
export function unknownName(what: "field" | "tag" | "value", name: string, names: readonly string[]): string {
  const isShort = name.length < SHORTEST || name.length > MOST_CHARACTERS;
  const meant = isShort ? null : nearest(name, names);
  const suggestion = meant === null ? "" : `, did you mean ${meant}?`;
  if (what !== "value") return `unknown ${what} ${JSON.stringify(shownName(name)).slice(1, -1)}${suggestion}`;
  const more = names.length > MOST_NAMES ? ", \xe2\x80\xa6" : "";
  return `must be one of ${names.slice(0, MOST_NAMES).join(", ")}${more}${suggestion}`;
}
