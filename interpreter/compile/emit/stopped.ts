// What a program for debuggers offers when it is stopped: its variables, and the evaluation of expressions
// that are compiled apart from it.
import type { LoweredProgram } from "../lower/index.ts";
import { probedKey, type ProgramText } from "./program/index.ts";

/** Reads and writes global variables for expressions. */
export function globalLines(program: ProgramText, { globals }: LoweredProgram): string[] {
  return globals
    .filter((global) => !global.module.standard && global.initialiser !== null)
    .map((global) => {
      const name = program.globalName(global);
      return `  probe.globals[${JSON.stringify(probedKey(global))}] = { get value() { return ${name}; }, set value(next) { ${name} = next; } };`;
    });
}

/**
 * Returns the value of the last global variable, a function. No other variable is initialised: they are those
 * of the stopped program.
 */
export function valueLines(program: ProgramText, { globals }: LoweredProgram): string[] {
  const last = globals.findLast((global) => !global.module.standard)!;
  const stores = globals.filter((global) => global.module.standard && global.initialiser !== null);
  return [
    "  return () => {",
    ...stores.map(
      (global) => `    ${program.globalName(global)} = ${program.functionName(global.initialiser!)}();`,
    ),
    `    return ${program.functionName(last.initialiser!)}();`,
    "  };",
  ];
}
