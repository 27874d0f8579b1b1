// std/regex: a separate engine, because no engine of the host has this dialect and linear time.
//
//   pattern ──parse──► hir ──nfa──► automaton over bytes ──► dfa (spans), backtrack or pike (groups)
//
// The host's engine searches if it is proven to do the same in bounded time (host-pattern.ts).
import {
  asCount,
  fail,
  inSteps,
  mappedPiecewise,
  MAX_STRING,
  Panic,
  Tally,
  toBytes,
  withChecks,
  type ErrorValue,
  type Int,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { concat, look, PatternError } from "./hir.ts";
import type { HostSearch } from "./host-search.ts";
import { captures, findAll, findFirst, isMatch, replaceAll, splitAll } from "./long-texts.ts";
import {
  allFound,
  allMatches,
  Found,
  groupNames,
  groupsOfFirst,
  Match,
  matchFrom,
  splitAt,
  texts,
} from "./matches.ts";
import { Automata } from "./nfa.ts";
import { parse, type Pattern } from "./parse.ts";
import { Program } from "./program.ts";
import { replaceAllByHost, replaceMost } from "./replace.ts";
import { Unicode } from "./unicode.ts";
import { encode } from "./utf8.ts";

/** The bytes that a native may read without a check of the limits. */
const CHECKED = 65_536;
/** Longer texts are charged as work. */
const LONG = 4096;
/** A short pattern may have a large automaton: this many states are charged as a part of long work. */
const STATES_OF_WORK = 1000;

const escaped = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$#&\-~]/g, "\\$&");

/** Joining a range to others takes as long as reading some bytes. */
const BYTES_OF_A_RANGE = 16;

/** The struct `Regex`. One that was freed, or built by a literal, has no program and matches nothing. */
class Regex {
  _id: number;
  program: Program | null;
  constructor(id: number, program: Program | null = null) {
    this._id = id;
    this.program = program;
  }
}

/** The pattern for the whole text: anchors as text could become part of a comment of the pattern. */
function forWholeText(pattern: Pattern): Pattern {
  return { ...pattern, root: concat([look({ kind: "start" }), pattern.root, look({ kind: "end" })]) };
}

/** Returns what is wrong with a pattern, given as bytes, or null. */
export function patternProblem(pattern: string): string | null {
  try {
    const unicode = new Unicode();
    new Program(forWholeText(parse(pattern, unicode)), unicode, new Automata());
    return null;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return error.message;
  }
}

export function create(runtime: Runtime): NativeTable {
  const unicode = new Unicode();
  const automata = new Automata();
  let made = 0;
  const tally = new Tally();
  const touch = (ranges: number): void => {
    tally.touch(ranges * BYTES_OF_A_RANGE);
    if (tally.isFull) runtime.worked(tally.taken());
  };

  function compile(pattern: string, meant = (parsed: Pattern) => parsed): Result<Regex, ErrorValue> {
    try {
      const program = new Program(meant(parse(pattern, unicode, touch)), unicode, automata);
      worked(program.size);
      return new Regex(++made, program);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      worked(error.states);
      return fail("regex", messageBytes(error.message));
    }
  }

  function worked(states: number): void {
    for (let left = states; left >= STATES_OF_WORK; left -= STATES_OF_WORK) runtime.worked();
  }

  /** Returns a faster search for this text, or null; such a search is a step of its own. */
  function hostFor({ program }: Regex, text: string): HostSearch | null {
    const host = program?.hostFor(text) ?? null;
    if (host !== null && text.length > LONG) runtime.worked();
    return host;
  }

  /** The patterns of `@check`, which are constants of the program. */
  const whole = new Map<string, Regex>();

  function wholeText(pattern: string): Regex {
    const known = whole.get(pattern);
    if (known !== undefined) return known;
    const regex = compile(pattern, forWholeText);
    // The checker has judged it, unless the host has no `patternProblem`.
    if (!(regex instanceof Regex)) throw new Panic("the pattern of a check is not valid");
    whole.set(pattern, regex);
    return regex;
  }

  return {
    functions: {
      compile: (pattern: string) => compile(pattern),
      __fits_whole: (text: string, pattern: string) => {
        const regex = wholeText(pattern);
        return hostFor(regex, text)?.isMatch(text) ?? inSteps(runtime, isMatch(regex.program!, text));
      },
      "Regex.is_match": (regex: Regex, text: string) =>
        regex.program !== null &&
        (hostFor(regex, text)?.isMatch(text) ?? inSteps(runtime, isMatch(regex.program, text))),
      "Regex.find": (regex: Regex, text: string) => {
        if (regex.program === null) return null;
        const host = hostFor(regex, text);
        return host === null ? inSteps(runtime, findFirst(regex.program, text)) : host.find(text);
      },
      "Regex.find_all": (regex: Regex, text: string) =>
        regex.program === null
          ? []
          : (hostFor(regex, text)?.findAll(text) ?? inSteps(runtime, findAll(regex.program, text))),
      "Regex.find_all_n": (regex: Regex, text: string, count: Int) =>
        regex.program === null ? [] : inSteps(runtime, texts(regex.program, text, asCount(count))),
      "Regex.find_match": (regex: Regex, text: string) =>
        regex.program === null ? null : inSteps(runtime, matchFrom(regex.program, text, 0)),
      "Regex.find_match_from": (regex: Regex, text: string, at: Int) =>
        regex.program === null ? null : inSteps(runtime, matchFrom(regex.program, text, at)),
      "Regex.find_matches": (regex: Regex, text: string) =>
        regex.program === null ? [] : inSteps(runtime, allMatches(regex.program, text)),
      "Regex.groups": (regex: Regex, text: string) =>
        regex.program === null ? [] : inSteps(runtime, groupsOfFirst(regex.program, text)),
      "Regex.names": (regex: Regex) =>
        regex.program === null ? [] : groupNames(regex.program).map((name) => toBytes(name)),
      "Regex.replace_n": (regex: Regex, text: string, replacement: string, count: Int) =>
        regex.program === null
          ? text
          : inSteps(runtime, replaceMost(regex.program, text, replacement, asCount(count))),
      "Regex.split_n": (regex: Regex, text: string, count: Int) =>
        inSteps(runtime, splitAt(regex.program, text, asCount(count))),
      __found: (regex: Regex, text: string) =>
        regex.program === null ? [] : inSteps(runtime, allFound(regex.program, text)),
      __joined: joined,
      escape: (text: string) =>
        text.length > CHECKED ? withChecks(runtime, mappedPiecewise(text, escaped)) : escaped(text),
      "Regex.captures": (regex: Regex, text: string) => {
        if (regex.program === null) return [];
        const host = hostFor(regex, text);
        return host?.hasGroups === true
          ? host.captures(text)
          : inSteps(runtime, captures(regex.program, text));
      },
      "Regex.replace_all": (regex: Regex, text: string, replacement: string) => {
        const { program } = regex;
        if (program === null) return text;
        const host = hostFor(regex, text);
        return host?.hasGroups === true
          ? replaceAllByHost(host, program, text, replacement)
          : inSteps(runtime, replaceAll(program, text, replacement));
      },
      "Regex.split": (regex: Regex, text: string) =>
        regex.program === null
          ? [text]
          : (hostFor(regex, text)?.split(text) ?? inSteps(runtime, splitAll(regex.program, text))),
      "Regex.free": (regex: Regex) => {
        regex.program = null;
      },
    },
    structs: { Regex, Match, __Found: Found },
  };
}

/** @throws Panic `string too large`. */
function joined(parts: readonly string[]): string {
  let size = 0;
  for (const part of parts) size += part.length;
  if (size > MAX_STRING) throw new Panic("string too large");
  return parts.join("");
}

/** Encodes a message as bytes: names in it may contain any character of the pattern. */
function messageBytes(message: string): string {
  return Array.from(message, (char) => String.fromCharCode(...encode(char.codePointAt(0)!))).join("");
}
