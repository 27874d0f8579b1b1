// Lambdas and deferred expressions: captures by value (language 8.3). A variable that never changes
// is simply mentioned; one that may change is copied when the lambda is evaluated; one that the
// lambda assigns starts from the captured value in every call.
import type { LambdaCode } from "../ir.ts";
import { FunctionEmitter } from "./function-emitter.ts";

/** The function expression; copies of changing variables are emitted before it. */
export function lambdaText(emitter: FunctionEmitter, lambda: LambdaCode): string {
  const { program } = emitter;
  const mode = program.lambdaMode(lambda);
  const fn = program.marks.addFunction(lambda.name, program.marks.moduleOf(emitter.fn));
  const inner = new FunctionEmitter(program, mode, fn, emitter.indent + 1, emitter.instance, emitter);
  for (const { outer, inner: own } of lambda.captures) {
    let name = emitter.localName(outer);
    if (outer.assigned) {
      const copy = emitter.names.forScript(outer.name);
      emitter.line(`const ${copy} = ${name};`);
      name = copy;
    } else {
      const range = emitter.ranges.get(outer);
      if (range !== undefined && !own.assigned) inner.ranges.set(own, range);
    }
    if (own.assigned) inner.line(`let ${inner.declare(own)} = ${name};`);
    else inner.locals.set(own, name);
  }
  const params = lambda.params.map((param) => inner.declare(param)).join(", ");
  inner.body(lambda.body, lambda.hasDefer);
  const head = `${mode === "async" ? "async " : ""}(${params}) =>`;
  if (inner.lines.length === 0) return `${head} {}`;
  const only = inner.lines.length === 1 ? /^\s*return ([^]*);$/.exec(inner.lines[0]!) : null;
  if (only !== null && !only[1]!.startsWith("{")) return `${head} ${only[1]}`;
  return `${head} {\n${inner.lines.join("\n")}\n${"  ".repeat(emitter.indent)}}`;
}
