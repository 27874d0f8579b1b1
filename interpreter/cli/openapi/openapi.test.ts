import { expect, it } from "vitest";
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { format } from "../../format/index.ts";
import { Source } from "../../source/index.ts";
import { breakingChanges } from "./changes.ts";
import { clientText } from "./client-text.ts";
import type { Json } from "./document.ts";

const note = {
  type: "object",
  properties: { text: { type: "string" }, n: { type: "integer" } },
  required: ["text"],
};

function documentWith(change: {
  operation?: object;
  parameters?: object[];
  body?: object;
  reply?: object;
  more?: object;
}): Json {
  const content = (schema: object): object => ({ content: { "application/json": { schema } } });
  return {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: {
      "/notes/{id}": {
        put: {
          operationId: "edit",
          parameters: change.parameters ?? [
            { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
            { name: "sort", in: "query", required: false, schema: { type: "string", enum: ["up", "down"] } },
          ],
          requestBody: content(change.body ?? note),
          responses: { "200": content(change.reply ?? note) },
          ...change.operation,
        },
      },
      ...change.more,
    },
  } as unknown as Json;
}

const [id, sort] = [
  { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
  { name: "sort", in: "query", required: false, schema: { type: "string", enum: ["up", "down"] } },
];

it("finds no breaking change in the same document, or in one with additions", () => {
  expect(breakingChanges(documentWith({}), documentWith({}))).toEqual([]);
  const optional = { name: "limit", in: "query", required: false, schema: { type: "integer" } };
  const wider = { ...sort, schema: { type: "string", enum: ["up", "down", "none"] } };
  const larger = { ...note, properties: { ...note.properties, extra: { type: "string" } } };
  const after = documentWith({
    parameters: [id!, wider, optional],
    body: larger,
    reply: larger,
    more: { "/new": { get: { operationId: "new", responses: {} } } },
  });
  expect(breakingChanges(documentWith({}), after)).toEqual([]);
});

const required = (schema: object): object => ({ ...note, ...schema });

it.each([
  ["another operationId", { operation: { operationId: "change" } }, "operationId"],
  ["a status that is gone", { operation: { responses: { "201": { description: "" } } } }, "200 is gone"],
  [
    "a new required parameter",
    { parameters: [id, sort, { ...sort, name: "x", required: true }] },
    "x: is new",
  ],
  [
    "a parameter that is now required",
    { parameters: [id, { ...sort, required: true }] },
    "sort: is now required",
  ],
  [
    "a narrower enumeration",
    { parameters: [id, { ...sort, schema: { type: "string", enum: ["up"] } }] },
    "accepted",
  ],
  ["a narrower limit", { parameters: [{ ...id, schema: { type: "integer", minimum: 2 } }, sort] }, "minimum"],
  [
    "another type of a parameter",
    { parameters: [{ ...id, schema: { type: "boolean" } }, sort] },
    "type integer",
  ],
  ["a new required member", { body: required({ required: ["text", "n"] }) }, "n: is now required"],
  [
    "a member of a response that is gone",
    { reply: required({ properties: { text: { type: "string" } } }) },
    "n: is gone",
  ],
  ["a member that may be missing", { reply: required({ required: [] }) }, "may now be missing"],
  [
    "a wider type of a response",
    { reply: required({ properties: { text: { type: ["string", "null"] }, n: { type: "integer" } } }) },
    "the type",
  ],
  ["a new scheme", { operation: { security: [{ token: [] }] } }, "no longer let in"],
])("finds %s", (_, change, text) => {
  const found = breakingChanges(documentWith({}), documentWith(change as never));
  expect(found.length).toBe(1);
  expect(found[0]).toContain(text);
});

it("finds paths and methods that are gone", () => {
  const before = documentWith({ more: { "/a": { get: {}, post: {} }, "/b": { get: {} } } });
  expect(breakingChanges(before, documentWith({ more: { "/a": { get: {} } } }))).toEqual([
    "POST /a: the method is gone",
    "/b: the path is gone",
  ]);
});

it("writes clients that are formatted, check without warning, and are the same each time", () => {
  const document = documentWith({
    body: {
      ...note,
      properties: {
        ...note.properties,
        "the size": { type: "string", enum: ["small", "very-large"] },
        type: { type: ["string", "null"] },
        shape: {
          oneOf: [
            {
              type: "object",
              properties: { kind: { const: "circle" }, r: { type: "number" } },
              required: ["kind", "r"],
            },
            { type: "object", properties: { kind: { const: "dot" } }, required: ["kind"] },
          ],
        },
      },
    },
  });
  const { text, missing } = clientText(document);
  expect(missing).toEqual([]);
  expect(clientText(document).text).toBe(text);
  const formatted = format(new Source("client.std", text)).text!;
  expect(format(new Source("client.std", formatted)).text).toBe(formatted);
  const engine = createEngine({ modules: standardModules });
  const { diagnostics } = engine.check([{ path: "client.std", text: formatted, main: false }]);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
});

it("reads variants with names, as documents of std/api have them", () => {
  const variant = (kind: string, more: object): object => ({
    type: "object",
    properties: { kind: { type: "string", const: kind }, ...more },
    required: ["kind", ...Object.keys(more)],
  });
  const [circle, dot] = [variant("a circle", { r: { type: "number" } }), variant("dot", {})];
  const documentOf = (oneOf: object[], schemas: object): Json =>
    ({
      ...(documentWith({ body: { $ref: "#/components/schemas/Shape" } }) as object),
      components: { schemas: { Shape: { oneOf }, ...schemas } },
    }) as unknown as Json;
  const refs = ["Shape_circle", "Shape_dot"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const named = documentOf(refs, { Shape_circle: circle, Shape_dot: dot });
  const inline = documentOf([circle, dot], {});
  expect(clientText(named)).toEqual(clientText(inline));
  expect(clientText(named).text).toContain('@json(name: "a circle")');
  expect(breakingChanges(inline, named)).toEqual([]);
  expect(breakingChanges(named, inline)).toEqual([]);
});

it("says what a client does not express", () => {
  const { text, missing } = clientText(
    documentWith({ operation: { requestBody: { content: { "text/csv": { schema: { type: "string" } } } } } }),
  );
  expect(missing).toEqual(["PUT /notes/{id}: its body is not JSON"]);
  expect(text).toContain("// PUT /notes/{id}: its body is not JSON.");
});
