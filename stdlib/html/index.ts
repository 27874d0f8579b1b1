// std/html: the natives of html.std.
import type { ErrorValue, NativeTable, Result, Runtime, ScriptMap } from "../../interpreter/runtime/index.ts";
import { fail } from "../../interpreter/runtime/index.ts";
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

/** What is wrong with a template is a failure of the call. */
function attempt<T>(work: () => T): Result<T, ErrorValue> {
  try {
    return work() as Result<T, ErrorValue>;
  } catch (error) {
    if (error instanceof TemplateError) return fail("html", error.message);
    throw error;
  }
}

export function create(runtime: Runtime): NativeTable {
  return {
    structs: { Template },
    functions: {
      escape,
      __partials_of: (text: string) => attempt(() => partialsOf(text)),
      __parse: (name: string, text: string, partials: ScriptMap<string, string>) =>
        attempt(() => new Template(parseTemplate(name, text, new Map(partials.pairs())))),
      __render: (template: Template, value: Json) =>
        attempt(() => render(runtime, template.nodes, value, jsonText)),
    },
  };
}

/** JSON of a value, as std/json writes it. */
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
