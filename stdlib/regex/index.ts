// std/regex: an engine of its own, since no engine of the host has this dialect or keeps to linear time.
//
//   pattern ──parse──► hir ──nfa──► automaton over bytes ──► dfa (spans), backtrack or pike (groups)
import {
  fail, inSteps, type ErrorValue, type NativeTable, type Option, type Result, type Runtime, type Steps,
} from "../../interpreter/runtime/index.ts";
import { PatternError } from "./hir.ts";
import { Automata } from "./nfa.ts";
import { parse } from "./parse.ts";
import { Program } from "./program.ts";
import { groupText, replaceAll } from "./replace.ts";
import { Unicode } from "./unicode.ts";
import { encode } from "./utf8.ts";

/** The struct `Regex`. Freed, or made by a literal, it has no program and matches nothing. */
class Regex {
  _id: number;
  program: Program | null;
  constructor(id: number, program: Program | null = null) {
    this._id = id;
    this.program = program;
  }
}

export function create(runtime: Runtime): NativeTable {
  const unicode = new Unicode();
  const automata = new Automata();
  let made = 0;

  function compile(pattern: string): Result<Regex, ErrorValue> {
    try {
      return new Regex(++made, new Program(parse(pattern, unicode), unicode, automata));
    } catch (error) {
      if (error instanceof PatternError) return fail("regex", messageBytes(error.message));
      throw error;
    }
  }

  return {
    functions: {
      compile,
      "Regex.is_match": (regex: Regex, text: string) => regex.program !== null && inSteps(runtime, regex.program.isMatch(text)),
      "Regex.find": (regex: Regex, text: string) => inSteps(runtime, find(regex, text)),
      "Regex.find_all": (regex: Regex, text: string) => inSteps(runtime, pieces(regex, text, (start, end) => text.slice(start, end))),
      "Regex.captures": (regex: Regex, text: string) => inSteps(runtime, captures(regex, text)),
      "Regex.replace_all": (regex: Regex, text: string, replacement: string) =>
        regex.program === null ? text : inSteps(runtime, replaceAll(regex.program, text, replacement)),
      "Regex.split": (regex: Regex, text: string) => inSteps(runtime, split(regex, text)),
      "Regex.free": (regex: Regex) => {
        regex.program = null;
      },
    },
    structs: { Regex },
  };
}

function* find({ program }: Regex, text: string): Steps<Option<string>> {
  const found = program === null ? null : yield* program.find(text, 0);
  return found === null ? null : text.slice(found.start, found.end);
}

function* pieces(regex: Regex, text: string, piece: (start: number, end: number) => string): Steps<string[]> {
  const found: string[] = [];
  if (regex.program === null) return found;
  for (const span of regex.program.matches(text)) {
    if (span === null) yield;
    else found.push(piece(span.start, span.end));
  }
  return found;
}

function* captures({ program }: Regex, text: string): Steps<string[]> {
  const found = program === null ? null : yield* program.find(text, 0);
  if (program === null || found === null) return [];
  const slots = yield* program.groupsOf(text, found);
  return Array.from({ length: program.groups + 1 }, (_, group) => groupText(text, slots, group));
}

function* split(regex: Regex, text: string): Steps<string[]> {
  let copied = 0;
  const parts = yield* pieces(regex, text, (start, end) => {
    const part = text.slice(copied, start);
    copied = end;
    return part;
  });
  parts.push(text.slice(copied));
  return parts;
}

/** Names in messages may hold any character of the pattern. */
function messageBytes(message: string): string {
  return Array.from(message, (char) => String.fromCharCode(...encode(char.codePointAt(0)!))).join("");
}
