// The lines between the braces of a function. Where it may wait, the class of its frames goes to the
// program.
import type { ProgramText } from "../program/index.ts";
import { frameText, startText, type Numbers } from "./code-text.ts";
import { waitsIn, type Code } from "./code.ts";
import { pausesOf } from "./pauses.ts";

export interface FunctionCode {
  readonly code: readonly Code[];
  readonly indent: number;
  /** Declares the variables that live within one statement. */
  readonly temps: string | null;
  /** Its parameters, and variables of enclosing functions that it reads. */
  readonly scope: readonly string[];
  /** As in JavaScript. */
  readonly name: string;
  readonly numbers: Numbers;
}

export function functionText(
  program: ProgramText,
  { code, indent, temps, scope, name, numbers }: FunctionCode,
): string[] {
  const head = temps === null ? [] : [`${"  ".repeat(indent)}${temps}`];
  if (!waitsIn(code)) return [...head, ...startText(code, indent, null, "")];
  const pauses = pausesOf(code, scope);
  const frame = program.names.fresh(`Frame${name}`);
  program.frames.push(...frameText(code, pauses, frame, { temps, numbers }));
  return [...head, ...startText(code, indent, pauses, frame)];
}
