// Lambdas and deferred expressions: captures by value (reference/functions#closures). A variable that never changes
// is simply mentioned; one that may change is copied when the lambda is evaluated; one that the
// lambda assigns starts from the captured value in every call.
import type { LambdaCode } from "../../ir/index.ts";
import { functionText } from "../frames/index.ts";
import { callsOthers } from "./contents.ts";
import { propertyName } from "../values/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

/**
 * The function expression. Copies of changing variables are emitted before it; in functions that may
 * wait, where a frame that goes on sets the variables of an iteration anew, they are parameters of a function
 * around it.
 */
export function lambdaText(emitter: FunctionEmitter, lambda: LambdaCode): string {
  const { program } = emitter;
  const mode = program.lambdaMode(lambda);
  const fn = program.marks.addFunction(lambda.name, program.marks.moduleOf(emitter.fn));
  const inner = emitter.inner(mode, fn, lambda);
  const waiting = emitter.mode === "resumable";
  // Where iterations come in strips, the variable of an iteration is one of the loop.
  const shared = waiting || program.metered || program.looksInAllLoops;
  const copies: { name: string; copy: string }[] = [];
  const captured: string[] = [];
  for (const { outer, inner: own } of lambda.captures) {
    let name = emitter.localName(outer);
    if (outer.assigned || (shared && emitter.iterationNames.has(name))) {
      const copy = emitter.names.forScript(outer.name);
      if (waiting) copies.push({ name, copy });
      else emitter.declareName(copy, name);
      name = copy;
    }
    if (!outer.assigned && !own.assigned) {
      const range = emitter.ranges.get(outer);
      if (range !== undefined) inner.ranges.set(own, range);
    }
    captured.push(name);
    if (own.assigned) inner.declareName(inner.declare(own), name, true);
    else inner.locals.set(own, name);
  }
  const params = lambda.params.map((param) => inner.declare(param));
  inner.body(lambda.body, lambda.hasDefer);
  const { code, indent, tempLine: temps } = inner;
  const lines = functionText(program, {
    code,
    indent,
    temps,
    scope: [...params, ...captured],
    name: propertyName(lambda.name),
    numbers: inner.numbers,
    nests: callsOthers(lambda.body),
  });
  const text = arrowText(params, lines, emitter.indent);
  if (copies.length === 0) return text;
  return `((${copies.map((each) => each.copy).join(", ")}) => ${text})(${copies.map((each) => each.name).join(", ")})`;
}

function arrowText(params: readonly string[], lines: readonly string[], indent: number): string {
  const head = `(${params.join(", ")}) =>`;
  if (lines.length === 0) return `${head} {}`;
  const only = lines.length === 1 ? /^\s*return ([^]*);$/.exec(lines[0]!) : null;
  if (only !== null && !only[1]!.startsWith("{")) return `${head} ${only[1]}`;
  return `${head} {\n${lines.join("\n")}\n${"  ".repeat(indent)}}`;
}
