// The text of the two forms of a function that may wait: the plain function, and its frames (printer.ts).
import type { Code } from "./code.ts";
import type { Pause, Pauses } from "./pauses.ts";
import { Printer } from "./printer.ts";

/**
 * With more fields, frames are not constructed with an argument for each: that text would grow quadratically
 * with the function.
 */
const MANY_FIELDS = 100;

/** Variables that always hold numbers, never objects: signed 32-bit ones, or any. */
export type Numbers = Map<string, "Int32" | "Float">;

/** The plain form of a function. `frame` is the name of its class of frames, if it may wait. */
export function startText(
  body: readonly Code[],
  indent: number,
  pauses: Pauses | null,
  frame: string,
): string[] {
  const printer = new Printer(
    indent,
    false,
    pauses,
    (wait, value) =>
      `return ${wait.mark}scheduler.pause(${newFrame(frame, pauses!.of.get(wait)!, pauses!.fields)}, ${value});`,
  );
  printer.sequence(body);
  return printer.lines;
}

function newFrame(frame: string, { at, kept }: Pause, fields: readonly string[]): string {
  if (fields.length > MANY_FIELDS) return `Object.assign(new ${frame}(${at}), { ${kept.join(", ")} })`;
  const used = new Set(kept);
  const values = fields.map((name) => (used.has(name) ? name : "undefined"));
  while (values.at(-1) === "undefined") values.pop();
  return `new ${frame}(${[at, ...values].join(", ")})`;
}

interface FrameVariables {
  /** Declares the variables that live within one statement. */
  readonly temps: string | null;
  readonly numbers: Numbers;
}

/**
 * The frames: a constructor function, since V8 does not inline constructors of derived classes, and the
 * methods.
 */
export function frameText(
  body: readonly Code[],
  pauses: Pauses,
  frame: string,
  { temps, numbers }: FrameVariables,
): string[] {
  const { fields } = pauses;
  const printer = new Printer(3, true, pauses, (wait, value) => {
    const { at, kept } = pauses.of.get(wait)!;
    const stores = kept.map((name) => `this.${name} = ${name}; `).join("");
    return `{ this.at = ${at}; ${stores}return scheduler.again(this, ${value}); }`;
  });
  printer.sequence(body);
  const hoisted = [...printer.hoisted].filter((name) => !fields.includes(name));
  const many = fields.length > MANY_FIELDS;
  const guarded = body.find((code) => code.kind === "Guarded");
  const sites = [...pauses.of.keys()].map((wait) => wait.site);
  return [
    `  function ${frame}(${(many ? ["at"] : ["at", ...fields]).join(", ")}) {`,
    "    this.caller = null;",
    "    this.at = at;",
    ...fields.map((name) => `    this.${name} = ${many ? "undefined" : name};`),
    "  }",
    `  ${frame}.prototype = {`,
    "    __proto__: Frame,",
    ...(guarded === undefined
      ? []
      : [
          "    handles: true,",
          `    failed(thrown) { return unwind(scheduler, this.${guarded.calls}, thrown); },`,
        ]),
    `    site() { return [${sites.join(", ")}][this.at - 1]; },`,
    "    run(got) {",
    `      let { ${["at", ...fields].join(", ")} } = this;`,
    ...typed(fields, numbers).map((line) => `      ${line}`),
    ...(hoisted.length === 0 ? [] : [`      let ${hoisted.join(", ")};`]),
    ...(temps === null ? [] : [`      ${temps}`]),
    ...printer.lines,
    "    },",
    "  };",
    "",
  ];
}

/**
 * Converts variables read from fields to numbers. V8 does not know the type of a field's value and would
 * allocate an object for each sum that begins with it. A variable that was not kept at the call becomes an
 * unused number.
 */
function typed(fields: readonly string[], numbers: Numbers): string[] {
  const texts = fields.flatMap((name) => {
    const kind = numbers.get(name);
    return kind === undefined ? [] : [kind === "Int32" ? `${name} |= 0;` : `${name} = +${name};`];
  });
  return texts.length === 0 ? [] : [texts.join(" ")];
}
