// Compiles expressions of debuggers, in the file where the program has stopped.
import { readFileSync } from "node:fs";
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine, EVALUATED, type Engine } from "../../engine.ts";
import { fileReader } from "../../modules/index.ts";
import type { CompileExpression } from "./probe.ts";

type Packages = NonNullable<Parameters<typeof createEngine>[0]["packages"]>;

/** The name of the function that an expression becomes. */
const NAME = "expression_of_the_debugger";

/** `text`: that of the program, if it is no file. */
export function expressionCompiler(packages: Packages): CompileExpression {
  let engine: Engine | null = null;
  return (path, parameters, expression) => {
    engine ??= createEngine({ modules: standardModules, reader: fileReader, packages });
    const params = parameters.map(([name, type]) => `${name}: ${type}`).join(", ");
    const types = parameters.map(([, type]) => type).join(", ");
    const body = `{\n    let ${EVALUATED} = (${expression}\n)\n}`;
    const text = `${textOf(path)}\nlet ${NAME}: fun(${types}) -> () = fun(${params}) ${body}\n`;
    const { program, diagnostics, problem } = engine.build({ path, text }, "expression");
    if (program !== null) return { code: program.code, natives: program.natives };
    const error = diagnostics.find(({ severity }) => severity === "error");
    return { problem: error?.message ?? problem ?? "it does not check" };
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
