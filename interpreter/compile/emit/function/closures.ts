// Lambdas and deferred expressions, which capture by value (reference/functions#closures). A variable that
// never changes is referred to directly; one that may change is copied when the lambda is evaluated; one that
// the lambda assigns starts from the captured value in every call.
import { isUnit, type LambdaCode } from "../../ir/index.ts";
import { functionText } from "../frames/index.ts";
import { callsOthers } from "./contents.ts";
import { propertyName } from "../values/index.ts";
import type { Emitter } from "../emitter/index.ts";

/** Matches text that is not the name of a variable. */
const CONSTANT = /^(?:true|false|null|undefined)$|^\d|[^\w$]/;

/**
 * The function expression; copies of changing variables are emitted before it. In functions that may wait it
 * is a call of a function of the program that takes all captures as parameters. A resumed frame assigns the
 * variables of an iteration again, and both forms of the function must create closures of the same function:
 * otherwise V8 would not inline it where it is called.
 */
export function lambdaText(emitter: Emitter, lambda: LambdaCode): string {
  const { program } = emitter;
  const mode = program.lambdaMode(lambda);
  const fn = program.marks.addFunction(lambda.name, program.marks.moduleOf(emitter.fn));
  const inner = emitter.inner(mode, fn, lambda);
  const waiting = emitter.mode === "resumable";
  // If iterations are grouped into strips, the variable of an iteration is one of the outer loop.
  const shared = waiting || program.metered || program.checksAllLoops;
  const given = new Map<string, string>();
  const captured: string[] = [];
  for (const { outer, inner: own } of lambda.captures) {
    let name = emitter.localName(outer);
    // A pattern's variable may be known to be a constant.
    const isConstant = waiting && CONSTANT.test(name);
    if (outer.assigned || isConstant || (shared && emitter.iterationNames.has(name))) {
      const copy = emitter.names.forScript(outer.name);
      if (waiting) given.set(copy, name);
      else emitter.declareName(copy, name);
      name = copy;
    } else if (waiting && !isUnit(outer.type)) given.set(name, name);
    if (!outer.assigned && !own.assigned) {
      const range = emitter.ranges.get(outer);
      if (range !== undefined) inner.ranges.set(own, range);
    }
    captured.push(name);
    emitter.inLambdas.add(name);
    if (own.assigned) inner.declareName(inner.declare(own), name, true);
    else inner.locals.set(own, name);
  }
  const params = lambda.params.map((param) => inner.declare(param));
  inner.body(lambda.body, lambda.hasDefer);
  program.noteVariables(inner);
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
  if (!waiting) return text;
  const own = propertyName(lambda.name);
  const name = program.names.fresh(given.size === 0 ? own : `make${own}`);
  const made = given.size === 0 ? text : `(${[...given.keys()].join(", ")}) => ${text}`;
  program.lambdas.push(`  const ${name} = ${made};`);
  return given.size === 0 ? name : `${name}(${[...given.values()].join(", ")})`;
}

function arrowText(params: readonly string[], lines: readonly string[], indent: number): string {
  const head = `(${params.join(", ")}) =>`;
  if (lines.length === 0) return `${head} {}`;
  const only = lines.length === 1 ? /^\s*return ([^]*);$/.exec(lines[0]!) : null;
  if (only !== null && !only[1]!.startsWith("{")) return `${head} ${only[1]}`;
  return `${head} {\n${lines.join("\n")}\n${"  ".repeat(indent)}}`;
}
