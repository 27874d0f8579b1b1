// The suites of other implementations: RE2, as in Go, and Rust's regex. The patterns of these differ from the
// dialect only in what the tests name.
import { expect, test } from "vitest";
import { Err, type ErrorValue } from "../../interpreter/runtime/index.ts";
import { corpus } from "../testing/corpora/read.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";
import type { Found, Match } from "./matches.ts";

interface Handle {
  readonly program: unknown;
}

const functions = create(idleRuntime()).functions as unknown as {
  compile(pattern: string): Handle | Err<ErrorValue>;
  __found(regex: Handle, text: string): Found[];
  "Regex.captures"(regex: Handle, text: string): string[];
  "Regex.find_all"(regex: Handle, text: string): string[];
  "Regex.find_match_from"(regex: Handle, text: string, at: number): Match | null;
  "Regex.find_matches"(regex: Handle, text: string): Match[];
  "Regex.groups"(regex: Handle, text: string): (Match | null)[];
  "Regex.is_match"(regex: Handle, text: string): boolean;
};

/** Where a match or group is, or null for a group that took no part. */
type Place = readonly [start: number, end: number] | null;

const placeOf = (match: Match | null): Place => (match === null ? null : [match._start, match._end]);
const textOf = (text: string, place: Place): string => (place === null ? "" : text.slice(...place));

/** The first groups by each of the functions that return them. */
function firstGroups(regex: Handle, text: string): { places: Place[]; texts: string[]; matches: boolean } {
  return {
    places: functions["Regex.groups"](regex, text).map(placeOf),
    texts: functions["Regex.captures"](regex, text),
    matches: functions["Regex.is_match"](regex, text),
  };
}

const expected = (text: string, places: readonly Place[]) => ({
  places,
  texts: places.map((place) => textOf(text, place)),
  matches: places.length > 0,
});

type RustRow =
  | [name: string, pattern: string, text: null]
  | [name: string, pattern: string, text: string, matches: Place[][], start?: number, most?: number];

/** Properties of characters that the dialect does not have. */
const OTHER_PROPERTIES = /\\p\{(?:grapheme_cluster_break|gcb|word_break|wb|sentence_break|sb)=/;

test("finds what Rust's regex finds", () => {
  let tested = 0;
  for (const row of corpus<RustRow[]>("rust-regex")) {
    const [name, pattern, text] = row;
    if (OTHER_PROPERTIES.test(pattern)) continue;
    const regex = functions.compile(pattern);
    if (text === null) {
      expect(regex, name).toBeInstanceOf(Err);
      continue;
    }
    if (regex instanceof Err) throw new Error(`${name}: ${regex.error._message}`);
    const [, , , matches, start = 0, most = 0] = row;
    tested++;
    if (start > 0) {
      const first = functions["Regex.find_match_from"](regex, text, start);
      expect(placeOf(first), name).toEqual(matches[0]?.[0] ?? null);
      continue;
    }
    const first = functions["Regex.groups"](regex, text).length;
    // Some tests state only the matches, not their groups.
    const hasGroups = matches.every((groups) => groups.length === first);
    if (hasGroups) expect(firstGroups(regex, text), name).toEqual(expected(text, matches[0] ?? []));
    const count = most === 0 ? Infinity : most;
    const spans = matches.map((groups) => groups[0]!);
    expect(functions["Regex.find_matches"](regex, text).slice(0, count).map(placeOf), name).toEqual(spans);
    const texts = spans.map((span) => textOf(text, span));
    expect(functions["Regex.find_all"](regex, text).slice(0, count), name).toEqual(texts);
    const groups = functions.__found(regex, text).slice(0, count);
    if (hasGroups)
      expect(
        groups.map((found) => found._groups),
        name,
      ).toEqual(matches.map((places) => places.map((place) => textOf(text, place))));
  }
  expect(tested).toBeGreaterThan(800);
});

type Re2Texts = [texts: string[], patterns: [pattern: string, results: string[]][]];

/** Writes a pattern of RE2 in the dialect; null if it contains a character by its octal number. */
function translated(pattern: string): string | null {
  if (/\\[0-7]/.test(pattern)) return null;
  return pattern.replace(/\\s/g, "[\\t\\n\\f\\r ]").replace(/\\([bB])/g, "(?-u:\\$1)");
}

function placesOf(result: string): Place[] {
  if (result === "-") return [];
  return result.split(" ").map((place) => {
    const [start, end] = place.split("-");
    return start === "" ? null : [Number(start), Number(end)];
  });
}

test("finds what RE2 finds", () => {
  let tested = 0;
  for (const [texts, patterns] of corpus<Re2Texts[]>("re2"))
    for (const [source, results] of patterns) {
      const pattern = translated(source);
      if (pattern === null) continue;
      const part = functions.compile(pattern);
      const whole = functions.compile(`\\A(?:${pattern})\\z`);
      if (part instanceof Err || whole instanceof Err) throw new Error(pattern);
      for (const [i, text] of texts.entries()) {
        // There, `\\B` matches inside characters.
        if (/\\B/.test(source) && /[\x80-\xff]/.test(text)) continue;
        const [ofWhole, ofPart] = results[i]!.split(";");
        tested++;
        const name = `${source} on ${JSON.stringify(text)}`;
        expect(firstGroups(whole, text), `whole ${name}`).toEqual(expected(text, placesOf(ofWhole!)));
        expect(firstGroups(part, text), name).toEqual(expected(text, placesOf(ofPart!)));
      }
    }
  expect(tested).toBeGreaterThan(9000);
});
