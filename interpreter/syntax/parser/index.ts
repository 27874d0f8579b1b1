// The entry point: the tokens of an item to its tree.
import { Reporter } from "../../diagnostics/index.ts";
import type { Item } from "../ast/index.ts";
import { isSeparator, type ItemRange } from "../items.ts";
import type { LostNames } from "../lost.ts";
import { mendBrackets, type Fault } from "../mend-brackets.ts";
import { enclosingBlock } from "../statement-bounds.ts";
import { reportFaults } from "../report-faults.ts";
import type { Kind, Token } from "../tokens.ts";
import { readBlock } from "./blocks.ts";
import { readExpr } from "./expressions.ts";
import { readItem } from "./items.ts";
import { failingOf, mistakeOf, MAX_ERRORS, type Mistakes, type Quiet } from "./mistakes.ts";
import { FAILED, Parser, type FileState } from "./parser.ts";

export type { FileState } from "./parser.ts";
export type { Quiet } from "./mistakes.ts";

export function fileState(of: Omit<FileState, "nextId" | "rules" | "uses">): FileState {
  const uses = { collectionLiterals: false, methods: new Set<string>() };
  return { ...of, uses, rules: { expr: readExpr, block: readBlock }, nextId: 0 };
}

/** Reads the items of a range, usually one. What cannot be read is reported, and its names are lost. */
export function parseItems(
  file: FileState,
  tokens: readonly Token[],
  range: ItemRange,
  quiet: Quiet,
  lost: LostNames,
): Item[] {
  const rest = tokens.slice(range.end, range.end + 2);
  const mistakes: Mistakes = {
    lost,
    quiet,
    rest,
    lines: new Set(),
    guessed: new Set(),
    count: 0,
    gap: -1,
    gapFrom: -1,
    silent: false,
  };
  try {
    return readItems(file, tokens, range, mistakes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    file.diagnostics.report("P10", file.source, tokens[range.start]!, {});
    lost.declaration(tokens.slice(range.start, range.end));
    return [];
  }
}

function readItems(
  file: FileState,
  tokens: readonly Token[],
  { start, end, balanced }: ItemRange,
  mistakes: Mistakes,
): Item[] {
  const items: Item[] = [];
  const { diagnostics } = file;
  for (let at = start; at < end; ) {
    const before = diagnostics.count;
    if (!balanced) {
      const own = tokens.slice(at, end);
      const failure = firstFailure(file, own, mistakes);
      const { faults, tokens: mended } = mendBrackets(file.source, own);
      if (!endsItem(own, failure.at) || (faults[0]?.foundAt ?? 0) < failure.at) {
        reportPairs(file, own, faults, { ...failure, mistakes });
        const range = { start: 0, end: mended.length, balanced: true };
        return [...items, ...readItems(file, mended, range, mistakes)];
      }
    }
    const p = new Parser(file, tokens, at, end, mistakes);
    try {
      const item = readItem(p);
      // Something else on the line of the item may be part of it.
      if (p.at < end && !isSeparator(tokens[p.at]!) && tokens[p.at - 1]!.kind !== "}") throw FAILED;
      items.push(item);
      p.publish();
    } catch (error) {
      if (error !== FAILED) throw error;
      mistakeOf(p);
      p.publish();
      mistakes.lost.declaration(tokens.slice(at, end));
      return items;
    }
    at = p.at;
    while (at < end && isSeparator(tokens[at]!)) at++;
    // The tokens after an item with errors may belong to it.
    if (at < end && diagnostics.count > before) {
      mistakes.lost.declaration(tokens.slice(at, end));
      return items;
    }
  }
  return items;
}

/** Whether a complete item ends before the token `at`. */
function endsItem(tokens: readonly Token[], at: number): boolean {
  const found = tokens[at];
  return (
    at > 0 &&
    found !== undefined &&
    enclosingBlock(tokens, at) === undefined &&
    (isSeparator(found) || isSeparator(tokens[at - 1]!) || tokens[at - 1]!.kind === "}")
  );
}

interface Failure {
  readonly at: number;
  readonly expected: ReadonlySet<Kind>;
}

/** Reports brackets that are not in pairs, and marks where contents are a guess. */
function reportPairs(
  file: FileState,
  tokens: readonly Token[],
  faults: readonly Fault[],
  { at, expected, mistakes }: Failure & { readonly mistakes: Mistakes },
): void {
  const { source, diagnostics } = file;
  const failing = failingOf(new Parser(file, tokens, 0, tokens.length, mistakes));
  const before = diagnostics.count;
  const { rest, quiet } = mistakes;
  const reported = faults.slice(0, MAX_ERRORS);
  for (const line of reportFaults(failing, reported, { kept: tokens, rest, at, expected, quiet }))
    mistakes.lines.add(line);
  mistakes.count = diagnostics.count - before;
  for (const { opener, found, at: place } of faults) {
    // The layout shows where blocks end. The contents of other brackets are a guess, even if they can be read.
    const sameLine =
      opener !== null && found !== null && source.lineAt(opener.start) === source.lineAt(found.start);
    if (opener?.kind !== "{" || sameLine) mistakes.guessed.add(place);
  }
}

/** Where the tokens cannot be read, without recovering. */
function firstFailure(file: FileState, tokens: readonly Token[], mistakes: Mistakes): Failure {
  const uses = { collectionLiterals: false, methods: new Set<string>() };
  const trial: FileState = { ...file, diagnostics: new Reporter(), uses };
  const p = new Parser(trial, tokens, 0, tokens.length, { ...mistakes, silent: true });
  try {
    readItem(p);
  } catch (error) {
    if (error !== FAILED) throw error;
  }
  return { at: p.farthest, expected: p.expected };
}
