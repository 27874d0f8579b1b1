// The responses of an operation in its document: of its result, of what can be wrong with a request, and those
// that the program adds.
import { reasonPhrase } from "../http/index.ts";
import type { Shape } from "../json/index.ts";
import type { Components, Operation } from "./document.ts";
import { PROBLEM_TYPE } from "./problems.ts";

/** What the result of a handler is. */
interface Output {
  readonly kind: "any" | "empty" | "json" | "option" | "result" | "created";
  readonly of?: Output;
  readonly shape?: Shape;
}

export function responsesOf({ text, plan, inputs }: Operation, components: Components): object {
  const responses: Record<string, object> = {};
  const problem = (status: number | "default", description: string): void => {
    responses[status] ??= { description, content: { [PROBLEM_TYPE]: { schema: components.problem } } };
  };
  const output = JSON.parse(text.output) as Output;
  addOutput(output, text.status, responses, components);
  const names = new Set(inputs.map(({ source }) => source));
  if (plan.groups.length > 0) problem(401, "The credentials are missing or wrong");
  if (isOptional(output) || inputs.some(({ source }) => source === "path")) problem(404, reasonPhrase(404));
  if (names.has("body") || names.has("form")) {
    problem(400, "The body is malformed");
    problem(413, "The body is too large");
    problem(415, "The media type of the body is another one");
  }
  if ([...names].some((name) => name !== "path" && name !== "context" && name !== "whole"))
    problem(422, "An input is missing or not valid");
  for (const { status, text: description } of text.responses) {
    const known = responses[status];
    if (known !== undefined) responses[status] = { ...known, description };
    else if (status >= 400) problem(status, description);
    else responses[status] = { description };
  }
  problem("default", "A problem");
  return responses;
}

function isOptional({ kind, of }: Output): boolean {
  return kind === "option" || (of !== undefined && isOptional(of));
}

function addOutput(
  output: Output,
  status: number,
  responses: Record<string, object>,
  components: Components,
): void {
  const { kind, of, shape } = output;
  switch (kind) {
    case "option":
    case "result":
      return addOutput(of!, status, responses, components);
    case "created": {
      const inner: Record<string, object> = {};
      addOutput(of!, 201, inner, components);
      const headers = { Location: { required: true, schema: { type: "string" } } };
      responses[201] = { ...Object.values(inner)[0], description: reasonPhrase(201), headers };
      return;
    }
    case "json":
      responses[status] = {
        description: reasonPhrase(status),
        content: { "application/json": { schema: components.schema(shape!, false) } },
      };
      return;
    case "empty":
      responses[204] = { description: reasonPhrase(204) };
      return;
    case "any":
      responses[200] = { description: reasonPhrase(200) };
  }
}
