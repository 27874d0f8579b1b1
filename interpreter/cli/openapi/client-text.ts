// The module of a generated client: types and a function per operation.
import { ClientTypes } from "./client-types.ts";
import {
  isObject,
  objectAt,
  operationsOf,
  resolved,
  textAt,
  type Json,
  type JsonObject,
} from "./document.ts";
import { Names, snake } from "./names.ts";

export interface ClientText {
  readonly text: string;
  /** What the document says and the module does not. */
  readonly missing: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly key: string;
  readonly place: string;
  readonly type: string;
  readonly comma: boolean;
}

export function clientText(document: Json): ClientText {
  const types = new ClientTypes(document);
  const names = new Names();
  const missing: string[] = [];
  const functions = [...operationsOf(document)].flatMap(({ path, method, operation, parameters }) => {
    const id = textAt(operation, "operationId") || `${method}_${path}`;
    const name = names.fresh(snake(id));
    const shown = `${method.toUpperCase()} ${path}`;
    const body = bodyOf(document, operation);
    if (body === "other") {
      missing.push(`${shown}: its body is not JSON`);
      return [`// ${shown}: its body is not JSON.\n`];
    }
    const locals = new Names();
    for (const taken of ["c", "body", "request", "answer"]) locals.fresh(taken);
    const read = parameters.flatMap((each): Parameter[] => {
      const [key, place] = [textAt(each, "name"), textAt(each, "in")];
      const type = types.of(each["schema"], `${id} ${key}`);
      const own = each["required"] === true || type.startsWith("Option<") ? type : `Option<${type}>`;
      return [{ name: locals.fresh(snake(key)), key, place, type: own, comma: each["explode"] === false }];
    });
    const bodyType = body === null ? null : types.of(body, `${id} body`);
    const result = resultOf(document, operation, types, id);
    return [functionText({ name, shown, path, method, operation, parameters: read, bodyType, result })];
  });
  const info = objectAt(document, "info");
  const notes = [...new Set([...missing, ...types.missing])];
  const body = [...types.declarations, CLIENT, ...functions].join("\n");
  return {
    text: [headOf(info, notes, body), body].join("\n"),
    missing: notes,
  };
}

function headOf(info: JsonObject, notes: readonly string[], body: string): string {
  const lines = [
    `// ${textAt(info, "title") || "An API"} ${textAt(info, "version")}`.trimEnd(),
    "// Made by `std client`: changes are lost when it is made again.",
  ];
  for (const note of notes) lines.push(`// Not expressed: ${note}.`);
  const json = [
    ...(body.includes("decode<") ? ["decode"] : []),
    ...(/\bJsonValue\b/.test(body) ? ["JsonValue"] : []),
  ];
  const imports = [
    "import std/api { ApiError }",
    ...(body.includes("Map<") ? ["import std/collections { Map }"] : []),
    ...(body.includes("url_encode(") ? ["import std/encoding { url_encode }"] : []),
    "import std/http { Client as HttpClient, ClientRequest, HttpResponse }",
    ...(json.length > 0 ? [`import std/json { ${json.join(", ")} }`] : []),
  ];
  return `${lines.join("\n")}\n${imports.join("\n")}\n`;
}

const CLIENT = `/// A server, and what is sent to it with each request.
struct Client {
    base: String,
    headers: List<(String, String)>,
    http: HttpClient,
}

impl Client {
    /// Returns a client for a server, \`http://127.0.0.1:8080\`.
    fun new(base: String) -> Client = Client { base: base, headers: [], http: HttpClient.new() }

    /// Returns a client that sends a header with each request.
    fun header(self, name: String, value: String) -> Client = Client {
        base: self.base,
        headers: self.headers.concat([(name, value)]),
        http: self.http,
    }

    /// Returns a client that sends a token with each request.
    fun bearer(self, token: String) -> Client = self.header("Authorization", "Bearer \${token}")
}

fun __send(c: Client, request: ClientRequest) -> Result<HttpResponse, ApiError> {
    for (name, value) in c.headers {
        request.header(name, value)
    }
    return match c.http.send(request) {
        Ok(answer) -> if answer.status_code >= 200 && answer.status_code < 300 {
            Ok(answer)
        } else {
            Err(ApiError.of_response(answer))
        },
        Err(e) -> Err(ApiError.unavailable(e.message)),
    }
}
`;

/** The schema of a body of JSON, null for no body, "other" for another media type. */
function bodyOf(document: Json, operation: JsonObject): JsonObject | "other" | null {
  const body = operation["requestBody"];
  if (!isObject(body)) return null;
  const content = objectAt(resolved(document, body), "content");
  const schema = objectAt(content, "application/json")["schema"];
  return isObject(schema) ? schema : "other";
}

function resultOf(document: Json, operation: JsonObject, types: ClientTypes, id: string): string | null {
  const found = Object.entries(objectAt(operation, "responses")).find(([status]) => /^2/.test(status));
  if (found === undefined) return null;
  const content = objectAt(resolved(document, found[1]), "content");
  const schema = objectAt(content, "application/json")["schema"];
  if (schema !== undefined) return types.of(schema, `${id} result`);
  return found[0] === "204" || (Object.keys(content).length === 0 && found[0] !== "200") ? null : "String";
}

interface Described {
  readonly name: string;
  readonly shown: string;
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly parameters: readonly Parameter[];
  readonly bodyType: string | null;
  readonly result: string | null;
}

function functionText({
  name,
  shown,
  path,
  method,
  operation,
  parameters,
  bodyType,
  result,
}: Described): string {
  const doc = [textAt(operation, "summary"), textAt(operation, "description")].filter((text) => text !== "");
  const lines = [...doc.flatMap((text) => text.split("\n")), `\`${shown}\``].map((line) =>
    `/// ${line}`.trimEnd(),
  );
  const ordered = [
    ...parameters.filter(({ place }) => place === "path"),
    ...parameters.filter(({ place }) => place !== "path" && place !== "cookie"),
  ];
  const cookies = parameters.filter(({ place }) => place === "cookie");
  const all = [...ordered, ...cookies];
  const params = [
    "c: Client",
    ...all.map(({ name: own, type }) => `${own}: ${type}`),
    ...(bodyType === null ? [] : [`body: ${bodyType}`]),
  ];
  const url = path.replace(/\{([^{}]+)\}/g, (whole, key: string) => {
    const found = all.find((each) => each.place === "path" && each.key === key);
    return found === undefined ? whole : `\${url_encode(${textOf(found.name, found.type)})}`;
  });
  const steps = all.filter(({ place }) => place !== "path").flatMap((each) => stepsOf(each));
  const sent = `__send(c, request)?`;
  const type = result ?? "()";
  const end =
    result === null
      ? [`    ${sent}`, "    return Ok({})"]
      : result === "String" && !isJsonText(operation)
        ? [`    return Ok(${sent}.body)`]
        : [
            `    return match decode<${result}>(${sent}.body) {`,
            "        Ok(value) -> Ok(value),",
            "        Err(e) -> Err(ApiError.internal(e.message)),",
            "    }",
          ];
  return `${lines.join("\n")}
fun ${name}(${params.join(", ")}) -> Result<${type}, ApiError> {
    let request = ClientRequest.new("${method.toUpperCase()}", "\${c.base}${url}")
${[...steps, ...(bodyType === null ? [] : ["    request.json(body)"]), ...end].join("\n")}
}
`;
}

function isJsonText(operation: JsonObject): boolean {
  return Object.entries(objectAt(operation, "responses")).some(
    ([status, response]) => /^2/.test(status) && "application/json" in objectAt(response, "content"),
  );
}

/** The statements that add a parameter to the request. */
function stepsOf({ name, key, place, type, comma }: Parameter): string[] {
  const call = place === "query" ? "query" : place === "header" ? "header" : "cookie";
  const add = (value: string): string => `request.${call}(${JSON.stringify(key)}, ${value})`;
  const inner = /^Option<(.*)>$/.exec(type)?.[1];
  if (inner !== undefined) {
    const own = stepsOf({ name: "value", key, place, type: inner, comma }).map((line) => `    ${line}`);
    return [`    if let Some(value) = ${name} {`, ...own, "    }"];
  }
  const element = /^List<(.*)>$/.exec(type)?.[1];
  if (element !== undefined) {
    if (comma) return [`    ${add(`${name}.map(fun(each) = ${textOf("each", element)}).join(",")`)}`];
    return [`    for each in ${name} {`, `        ${add(textOf("each", element))}`, "    }"];
  }
  return [`    ${add(textOf(name, type))}`];
}

const SCALARS = new Set(["Int", "Float", "Bool"]);

/** The text of a value in a query, header or cookie; that of an enum is its JSON. */
function textOf(name: string, type: string): string {
  if (type === "String") return name;
  return SCALARS.has(type) ? `"\${${name}}"` : `${name}.to_json().as_string().unwrap_or("")`;
}
