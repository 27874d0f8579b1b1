// The lines of a function's body. If the function may wait, the class of its frames is added to the program.
import type { ProgramText } from "../program/index.ts";
import { frameText, startText, type Numbers } from "./code-text.ts";
import { waitsIn, type Code } from "./code.ts";
import { pausesOf } from "./pauses.ts";

export interface FunctionCode {
  readonly code: readonly Code[];
  readonly indent: number;
  /** Declares the variables that live within one statement. */
  readonly temps: string | null;
  /** Its parameters, and the variables of enclosing functions that it reads. */
  readonly scope: readonly string[];
  /** The name in JavaScript. */
  readonly name: string;
  readonly numbers: Numbers;
  /** Whether it calls functions, so that it counts towards the call depth. */
  readonly nests: boolean;
}

export function functionText(program: ProgramText, own: FunctionCode): string[] {
  const lines = uncounted(program, own);
  if (!program.countsCalls || !own.nests) return lines;
  const margin = "  ".repeat(own.indent);
  return [
    `${margin}try {`,
    `${margin}if (--calls.left < 0) calls.exceeded();`,
    ...lines,
    `${margin}} finally { calls.left++; }`,
  ];
}

function uncounted(
  program: ProgramText,
  { code, indent, temps, scope, name, numbers }: FunctionCode,
): string[] {
  const head = temps === null ? [] : [`${"  ".repeat(indent)}${temps}`];
  if (!waitsIn(code)) return [...head, ...startText(code, indent, null, "")];
  const pauses = pausesOf(code, scope, program.stops);
  const frame = program.names.fresh(`Frame${name}`);
  for (const line of frameText(code, pauses, frame, { temps, numbers })) program.frames.push(line);
  return [...head, ...startText(code, indent, pauses, frame)];
}
