// std/html: the natives of html.std.
import type {
  ErrorValue,
  MaybePromise,
  NativeTable,
  Result,
  Runtime,
  ScriptMap,
  Steps,
} from "../../interpreter/runtime/index.ts";
import { fail, foreseen, inSteps, mappedPiecewise } from "../../interpreter/runtime/index.ts";
import { escape } from "./escape.ts";
import { parseTemplate, partialsOf, TemplateError } from "./parse.ts";
import type { Node } from "./parse.ts";
import { render } from "./render.ts";
import type { Json } from "./render.ts";

/** The struct Template. */
class Template {
  readonly nodes: readonly Node[];
  constructor(nodes: readonly Node[]) {
    this.nodes = nodes;
  }
}

/** Runs `work`; an error in the template becomes an `Err` of the call. */
function attempt<T>(work: () => T): Result<T, ErrorValue> {
  try {
    return work() as Result<T, ErrorValue>;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Result<never, ErrorValue> {
  if (error instanceof TemplateError) return fail("html", error.message);
  throw error;
}

/** The bytes of a string that takes about a millisecond to escape. */
const LONG_TEXT = 65_536;

export function create(runtime: Runtime): NativeTable {
  function* rendered(template: Template, value: Json): Steps<Result<string, ErrorValue>> {
    try {
      return yield* render(runtime, template.nodes, value, jsonText);
    } catch (error) {
      return failed(error);
    }
  }

  return {
    structs: { Template },
    functions: foreseen(runtime, NANOS, {
      escape: (text: string): MaybePromise<string> =>
        text.length > LONG_TEXT ? inSteps(runtime, mappedPiecewise(text, escape)) : escape(text),
      __partials_of: (text: string) => attempt(() => partialsOf(text)),
      __parse: (name: string, text: string, partials: ScriptMap<string, string>) =>
        attempt(() => new Template(parseTemplate(name, text, new Map(partials.pairs())))),
      __render: (template: Template, value: Json) => inSteps(runtime, rendered(template, value)),
    }),
  };
}

/** The nanoseconds for each byte of a template. */
const NANOS = { __partials_of: 100, __parse: 200 };

/** Returns a value as JSON, as std/json writes it. */
function jsonText(value: Json): string {
  switch (value.tag) {
    case 0:
      return "null";
    case 4:
      return `[${(value.p0 as Json[]).map(jsonText).join(",")}]`;
    case 5:
      return `{${[...(value.p0 as ScriptMap<string, Json>).pairs()].map(([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`).join(",")}}`;
    default:
      return JSON.stringify(value.p0);
  }
}
