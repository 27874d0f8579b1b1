// The traps that users of other frameworks for typed HTTP report, one test each: FastAPI, Huma, Hono, Fastify.
import { expect, test } from "vitest";
import { breakingChanges } from "../../interpreter/cli/openapi/changes.ts";
import { runProgram } from "../../interpreter/compile/testing/run-program.ts";

const IMPORTS = `import std/api { Api, ApiError, Created, FromRequest, ToProblem }
import std/error { Error }
import std/http { Client, ClientRequest, Limits, Request, Response, Server }
import std/json { JsonValue, stringify }
`;

/** The lines that a program prints. */
async function printed(types: string, body: string): Promise<string[]> {
  const { stdout, exitReason } = await runProgram(
    `${IMPORTS}${types}\nfun main() {\n    let api = Api.new("Traps", "1")\n${body}\n}\n`,
  );
  expect(exitReason).toMatchObject({ kind: "done" });
  return Buffer.from(stdout, "latin1").toString("utf8").split("\n").slice(0, -1);
}

interface Problem {
  readonly status: number;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

const TREE = `
@derive(FromJson, ToJson)
struct Tree { name: String, children: List<Tree>, owner: Option<Person> }
@derive(FromJson, ToJson)
struct Person { name: String, @json(optional) trees: Option<List<Tree>> }
@derive(FromJson, ToJson)
struct Page<T> { items: List<T>, next: Option<Int> }
fun page(tree: Tree) -> Page<Tree> = Page { items: [tree], next: None }
`;
const DOCUMENT = `    api.post("/trees", page)\n    print(stringify(api.openapi()))`;

test("documents do not differ from run to run", async () => {
  const first = await printed(TREE, DOCUMENT);
  expect(await printed(TREE, DOCUMENT)).toEqual(first);
});

test("schemas of nested and recursive types refer to each other, and each reference leads to a component", async () => {
  const [text] = await printed(TREE, DOCUMENT);
  const { components } = JSON.parse(text!) as { components: { schemas: Record<string, unknown> } };
  const references = [...text!.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name!,
  );
  expect(new Set(references)).toEqual(new Set(Object.keys(components.schemas)));
  expect(components.schemas).toMatchObject({
    Tree: { properties: { children: { items: { $ref: "#/components/schemas/Tree" } } } },
    Page_Tree: { properties: { items: { items: { $ref: "#/components/schemas/Tree" } } } },
  });
});

test("discriminators name renamed tags", async () => {
  const [text] = await printed(
    `
@derive(FromJson, ToJson)
@json(tag: "kind", rename_all: "kebab-case")
enum Shape { RoundCircle(radius: Int), @json(name: "box") Square(side: Int), Nothing }
fun shape(shape: Shape) -> Shape = shape
`,
    `    api.post("/shapes", shape)\n    print(stringify(api.openapi()["components"]["schemas"]["Shape"]["discriminator"]))`,
  );
  const { propertyName, mapping } = JSON.parse(text!) as {
    propertyName: string;
    mapping: Record<string, string>;
  };
  expect(propertyName).toBe("kind");
  expect(Object.keys(mapping).toSorted()).toEqual(["box", "nothing", "round-circle"]);
});

test("null is not the same as missing, neither in schemas nor in what is read", async () => {
  const lines = await printed(
    `
@derive(FromJson, ToJson)
struct Note { must: Option<Int>, @json(optional) may: Option<Int>, both: Option<Option<Int>> }
fun shown(note: Note) -> String = "\${note.must} \${note.may} \${note.both}"
`,
    `    api.post("/", shown)
    let client = api.test().header("Content-Type", "application/json")
    for body in ["{\\"must\\": null}", "{\\"must\\": 1, \\"may\\": null, \\"both\\": null}", "{\\"may\\": 1}"] {
        print(client.request("POST", "/", body).body)
    }
    print(api.openapi()["components"]["schemas"]["NoteInput"]["required"])`,
  );
  expect(lines.slice(0, 2)).toEqual(['"None None None"', '"Some(1) None Some(None)"']);
  expect(JSON.parse(lines[2]!)).toMatchObject({ errors: [{ path: "body.must", code: "missing" }] });
  expect(lines[3]).toBe('["must"]');
});

const INPUTS = `
@derive(FromJson, ToJson)
struct Note { @check(min_len: 1) text: String, @check(max: 5) stars: Int }
fun edit(id: Int, page: Int, @from(header) tenant: String, note: Note) -> Note = note
`;
const EDIT = `    api.put("/notes/:id", edit)
    let client = api.test().header("Content-Type", "application/json")
`;

test("all errors of all sources are shown, not only the first", async () => {
  const [text] = await printed(
    INPUTS,
    `${EDIT}    print(client.request("PUT", "/notes/1?page=x", "{\\"text\\": \\"\\", \\"stars\\": 9}").body)`,
  );
  const { status, errors } = JSON.parse(text!) as Problem;
  expect(status).toBe(422);
  expect(errors!.map(({ path, code }) => `${path} ${code}`)).toEqual([
    "query.page type",
    "header.tenant missing",
    "body.text length",
    "body.stars range",
  ]);
});

test("what is no JSON is 400, another media type 415, wrong values 422, and a wrong path 404", async () => {
  const lines = await printed(
    INPUTS,
    `${EDIT}    let ok = "{\\"text\\": \\"a\\", \\"stars\\": 1}"
    let with_tenant = client.header("Tenant", "t")
    print(with_tenant.request("PUT", "/notes/1?page=1", ok).status_code)
    print(with_tenant.request("PUT", "/notes/1?page=1", "{").status_code)
    print(with_tenant.request("PUT", "/notes/1?page=1", "").status_code)
    print(api.test().header("Content-Type", "text/plain").request("PUT", "/notes/1?page=1", ok).status_code)
    print(with_tenant.request("PUT", "/notes/1?page=x", ok).status_code)
    print(with_tenant.request("PUT", "/notes/x?page=x", "{").status_code)`,
  );
  expect(lines).toEqual(["200", "400", "400", "415", "422", "404"]);
});

test("messages do not show the inside of the program, nor the value", async () => {
  const lines = await printed(
    `
fun broken() -> Result<Int, Error> = Err(Error { kind: "db", message: "password=hunter2" })
fun burst() -> Int = [1][secret()]
fun secret() -> Int = 4711
`,
    `    api.get("/broken", broken)
    api.get("/burst", burst)
    api.get("/read", fun(n: Int) = n)
    for path in ["/broken", "/burst", "/read?n=hunter2"] {
        print(api.test().get(path).body)
    }`,
  );
  expect(lines.map((line) => (JSON.parse(line) as Problem).status)).toEqual([500, 500, 422]);
  for (const line of lines) expect(line).not.toMatch(/hunter2|4711|index|\.std|Error:|stack/);
});

test("path parameters are decoded once", async () => {
  const lines = await printed(
    "",
    `    api.get("/files/:name", fun(name: String) = name)
    api.get("/rest/*path", fun(path: String) = path)
    for path in ["/files/a%2520b", "/files/a%2Fb", "/files/%C3%A9", "/rest/a%2520/b"] {
        print(api.test().get(path).body)
    }`,
  );
  expect(lines).toEqual(['"a%20b"', '"a/b"', '"é"', '"a%20/b"']);
});

test("a list of the query may have one element, or none", async () => {
  const lines = await printed(
    "",
    `    api.get("/", fun(a: List<Int>) = a)
    api.get("/comma", fun(@from(query, comma) a: List<Int>) = a)
    for target in ["/?a=1", "/?a=1&a=2", "/", "/comma?a=1", "/comma?a=1,2", "/comma?a="] {
        print(api.test().get(target).body)
    }`,
  );
  expect(lines).toEqual(["[1]", "[1,2]", "[]", "[1]", "[1,2]", "[]"]);
});

test("numbers and booleans are not coerced kindly", async () => {
  const lines = await printed(
    "",
    `    api.get("/int", fun(v: Int) = v)
    api.get("/bool", fun(v: Bool) = v)
    api.post("/body", fun(@from(body) v: List<Int>) = v)
    for v in ["", "%201", "1.0", "1e3", "0x10", "true", "null"] {
        print(api.test().get("/int?v=\${v}").status_code)
    }
    for v in ["", "yes", "True", "2", "on"] {
        print(api.test().get("/bool?v=\${v}").status_code)
    }
    let client = api.test().header("Content-Type", "application/json")
    for body in ["[\\"1\\"]", "[true]", "[null]", "[1.5]", "1", "{}"] {
        print(client.request("POST", "/body", body).status_code)
    }`,
  );
  expect(new Set(lines)).toEqual(new Set(["422"]));
});

test("a DELETE may have a body", async () => {
  const lines = await printed(
    "@derive(FromJson, ToJson)\nstruct Reason { text: String }",
    `    api.delete("/notes/:id", fun(id: Int, reason: Reason) = "\${id} \${reason.text}")
    let client = api.test().header("Content-Type", "application/json")
    print(client.request("DELETE", "/notes/7", "{\\"text\\": \\"old\\"}").body)
    print(client.request("DELETE", "/notes/7", "").status_code)
    print(api.openapi()["paths"]["/notes/{id}"]["delete"]["requestBody"]["required"])`,
  );
  expect(lines).toEqual(['"7 old"', "400", "true"]);
});

test("an API reads forms and JSON, and refuses each where the other is declared", async () => {
  const lines = await printed(
    "",
    `    api.post("/form", fun(@from(form) name: String, @from(form) n: Int) = "\${name} \${n}")
    api.post("/json", fun(@from(body) names: List<String>) = names)
    let parts = "--b\\r\\nContent-Disposition: form-data; name=\\"name\\"\\r\\n\\r\\ntea\\r\\n--b\\r\\nContent-Disposition: form-data; name=\\"n\\"\\r\\n\\r\\n2\\r\\n--b--\\r\\n"
    let multipart = api.test().header("Content-Type", "multipart/form-data; boundary=b")
    let json = api.test().header("Content-Type", "application/json")
    print(multipart.request("POST", "/form", parts).body)
    print(json.request("POST", "/form", "{\\"name\\": \\"tea\\"}").status_code)
    print(multipart.request("POST", "/json", parts).status_code)
    print(json.request("POST", "/json", "[\\"tea\\"]").body)`,
  );
  expect(lines).toEqual(['"tea 2"', "415", "415", '["tea"]']);
});

test("a handler runs only after all validators, and these only after authentication", async () => {
  const lines = await printed(
    "struct User { name: String }",
    `    let log: List<String> = []
    api.bearer("token", fun(token: String) -> Result<User, ApiError> {
        log.push("judged")
        return if token == "t" { Ok(User { name: "ann" }) } else { Err(ApiError.unauthorized("no")) }
    })
    api.post("/", fun(user: User, n: Int, @from(body) numbers: List<Int>) -> Int {
        log.push("handled")
        return n
    })
    let client = api.test().header("Content-Type", "application/json")
    print(client.bearer("x").request("POST", "/?n=x", "{").status_code)
    print(client.bearer("t").request("POST", "/?n=1", "[1, \\"x\\"]").status_code)
    print(client.bearer("t").request("POST", "/?n=x", "[1]").status_code)
    print(client.bearer("t").request("POST", "/?n=1", "[1]").status_code)
    print(log.join(" "))`,
  );
  expect(lines).toEqual(["401", "422", "422", "200", "judged judged judged judged handled"]);
});

test("a typed route is behind guards, wrappers and limits", async () => {
  const lines = await printed(
    "",
    `    api.post("/notes", fun(@from(body) numbers: List<Int>) = numbers.len())
    let app = Server.new()
    app.guard("/api", fun(next) = fun(req: Request) = if req.header("X-Key") == "k" { next(req) } else { Response.text("no").status_code(403) })
    let inner = api.server()
    inner.route_limits("/notes", Limits.new().max_body(20))
    app.mount("/api", inner)
    let base = "http://\${app.start("127.0.0.1:0").unwrap()}/api"
    let send = fun(path: String, key: String, body: String) -> Int {
        let one = ClientRequest.new("POST", "\${base}\${path}").header("X-Key", key).header("Content-Type", "application/json").body(body)
        return Client.new().send(one).unwrap().status_code
    }
    print(send("/notes", "x", "[1]"))
    print(send("//notes", "x", "[1]"))
    print(send("/%6Eotes", "x", "[1]"))
    print(send("/notes", "k", "[1]"))
    print(send("/notes", "k", "[1, 2, 3, 4, 5, 6, 7, 8]"))`,
  );
  expect(lines).toEqual(["403", "403", "403", "200", "413"]);
});

test("a change that breaks clients is seen", async () => {
  const documentOf = async (types: string, handler: string): Promise<Parameters<typeof breakingChanges>[0]> =>
    JSON.parse(
      (await printed(types, `    api.post("/notes", ${handler})\n    print(stringify(api.openapi()))`))[0]!,
    ) as Parameters<typeof breakingChanges>[0];
  const note = (fields: string): string =>
    `@derive(FromJson, ToJson)\nstruct Note { ${fields} }\nfun add(note: Note) -> Note = note`;
  const before = await documentOf(note("text: String, @check(max: 5) stars: Int"), "add");
  expect(breakingChanges(before, before)).toEqual([]);
  for (const fields of [
    "text: String",
    "text: String, @check(max: 4) stars: Int",
    "text: String, @check(max: 5) stars: Int, tag: String",
    "text: Int, @check(max: 5) stars: Int",
    "text: String, @check(max: 6) stars: Int",
  ])
    expect(breakingChanges(before, await documentOf(note(fields), "add")), fields).not.toEqual([]);
});
