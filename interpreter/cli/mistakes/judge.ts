// For tests: reads programs with one mistake each, or with several, and judges how the mistakes are reported.
//
// `=== name` starts a program, `=== (open) name` one whose mistake is not reported well yet. `//! text` at
// the end of a line marks a mistake: the program must have as many errors as marks, each at the line of its mark or
// with a label there, and its message, its hint or the label contains the text. A program without `main` is the body
// of one.
import { standardModules } from "../../../stdlib/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { createEngine } from "../../engine.ts";
import { memoryReader } from "../../modules/index.ts";

export interface Mistake {
  readonly name: string;
  readonly open: boolean;
  readonly text: string;
  readonly marks: readonly Mark[];
}

interface Mark {
  /** From 1. */
  readonly line: number;
  /** What the report must contain. */
  readonly fix: string;
}

export interface Judgement {
  /** Null for a mistake that is reported well. */
  readonly problem: string | null;
  /** All diagnostics, one a line. */
  readonly reported: string;
}

const MARK = / \/\/! (.*)$/;

export function readMistakes(text: string): Mistake[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      const head = section.slice(0, end);
      const open = head.startsWith("(open) ");
      const lines = section.slice(end + 1).split("\n");
      const marks = lines.flatMap((text, i) => {
        const fix = MARK.exec(text)?.[1];
        return fix === undefined ? [] : [{ line: i + 1, fix }];
      });
      if (marks.length === 0) throw new Error(`no line of "${head}" is marked`);
      const plain = lines.map((line) => line.replace(MARK, "")).join("\n");
      const whole = /\bfun main\(|\bfun mian\(/.test(plain);
      return {
        name: open ? head.slice("(open) ".length) : head,
        open,
        text: whole ? plain : `fun main() {${plain}}\n`,
        marks,
      };
    });
}

export function judge({ text, marks }: Mistake): Judgement {
  const engine = createEngine({ modules: standardModules, reader: memoryReader({ "main.std": text }) });
  const diagnostics = engine.check([{ path: "main.std" }]).diagnostics;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const reported = diagnostics.map(shown).join("\n");
  const problems = marks.map((mark) => problemOf(diagnostics, mark));
  const problem =
    errors.length !== marks.length
      ? `${errors.length} errors`
      : (problems.find((one) => one !== null) ?? null);
  return { problem, reported };
}

/** Warnings and labels at the line are accepted, too. */
function problemOf(diagnostics: readonly Diagnostic[], { line, fix }: Mark): string | null {
  const here = diagnostics.flatMap((one) => {
    const pointed = one.related.filter((label) => lineOf(label) === line).map(({ text }) => text);
    return lineOf(one.primary) === line ? [...textsOf(one), ...pointed] : pointed;
  });
  if (here.length === 0) return `not on line ${line}`;
  return here.some((text) => text.includes(fix)) ? null : `nothing says "${fix}"`;
}

function lineOf({ source, span }: Diagnostic["primary"]): number {
  return source.lineAt(span.start);
}

function textsOf({ message, primary, hint = "" }: Diagnostic): string[] {
  return [message, primary.text, hint];
}

function shown(diagnostic: Diagnostic): string {
  return `${lineOf(diagnostic.primary)} ${diagnostic.code} ${textsOf(diagnostic)
    .filter((text) => text !== "")
    .join(" | ")}`;
}
