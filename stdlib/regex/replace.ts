// Replacement texts (std/regex): parsed once, expanded for each match.
import { Panic, MAX_STRING, type Steps } from "../../interpreter/runtime/index.ts";
import type { HostSearch } from "./host-search.ts";
import type { Program } from "./program.ts";

/** Literal text, or the number of a group. */
type Piece = string | number;

const NO_GROUP = -1;

/** Returns `text` with the first `most` matches replaced. @throws Panic `string too large`. */
export function* replaceMost(
  program: Program,
  text: string,
  replacement: string,
  most = Infinity,
): Steps<string> {
  if (most <= 0) return text;
  const pieces = parseReplacement(replacement, program);
  const plain = pieces.every((piece) => typeof piece === "string" || piece <= 0);
  const out: string[] = [];
  let copied = 0;
  let size = 0;
  let left = most;
  for (const span of program.matches(text)) {
    if (span === null) {
      yield;
      continue;
    }
    const slots = plain ? [span.start, span.end] : yield* program.groupsOf(text, span);
    const expansion = pieces
      .map((piece) => (typeof piece === "string" ? piece : groupText(text, slots, piece)))
      .join("");
    const between = text.slice(copied, span.start);
    out.push(between, expansion);
    size += between.length + expansion.length;
    if (size > MAX_STRING) throw new Panic("string too large");
    copied = span.end;
    if (--left === 0) break;
  }
  return copied === 0 && out.length === 0 ? text : out.join("") + text.slice(copied);
}

/** Returns `text` with every match replaced, using the host's engine. @throws Panic `string too large`. */
export function replaceAllByHost(
  host: HostSearch,
  program: Program,
  text: string,
  replacement: string,
): string {
  const replaced = host.replaceAll(text, replacement, () => parseReplacement(replacement, program));
  if (replaced.length > MAX_STRING) throw new Panic("string too large");
  return replaced;
}

/** Returns the text of a group, or `""` if it does not exist or took no part. */
export function groupText(text: string, slots: readonly number[], group: number): string {
  const start = slots[group * 2] ?? -1;
  return start < 0 ? "" : text.slice(start, slots[group * 2 + 1]);
}

function parseReplacement(replacement: string, program: Program): Piece[] {
  const pieces: Piece[] = [];
  const reference = /\$(?:\$|([0-9A-Za-z_]+)|\{([^}]*)\})/g;
  let copied = 0;
  for (const found of replacement.matchAll(reference)) {
    pieces.push(replacement.slice(copied, found.index));
    const name = found[1] ?? found[2];
    pieces.push(name === undefined ? "$" : groupNumber(name, program));
    copied = found.index + found[0].length;
  }
  pieces.push(replacement.slice(copied));
  return pieces;
}

function groupNumber(name: string, program: Program): number {
  if (/^[0-9]+$/.test(name)) return Number(name) <= program.groups ? Number(name) : NO_GROUP;
  return program.names.get(name) ?? NO_GROUP;
}
