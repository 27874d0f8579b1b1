// Every kind of failure of an operation: the status, the media type, all errors with their paths, and nothing of the
// inside of the program.
import { beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "../../interpreter/compile/testing/run-program.ts";

const PROGRAM = `import std/api { Api, ApiError, Created, ToProblem }
import std/error { Error }
import std/http { Client, ClientRequest, Limits, Server }

@derive(FromJson, ToJson)
struct Note { @check(min_len: 3) text: String, tags: List<Int> }
struct User { name: String }
enum Trouble { Taken }
impl ToProblem for Trouble {
    fun to_problem(self) -> ApiError = ApiError.conflict("the name is taken").code("taken").field("body.text", "is taken")
}

fun edit(id: Int, page: Int, flag: Option<Bool>, @from(header) tenant: String, @from(cookie) sid: Int, note: Note) -> Note = note
fun check(token: String) -> Result<User, ApiError> = match token {
    "good" -> Ok(User { name: "ann" }),
    "banned" -> Err(ApiError.forbidden("banned")),
    _ -> Err(ApiError.unauthorized("no such token")),
}
fun broken() -> Result<Int, Error> = Err(Error { kind: "db", message: "password=hunter2" })

fun main() {
    let api = Api.new("Failures", "1")
    api.bearer("token", check)
    api.put("/notes/:id", edit)
    api.post("/form", fun(@from(form) name: String, @from(form) age: Int) = "\${name}\${age}")
    api.post("/note", fun(note: Note) = note)
    api.get("/me", fun(id: Int, user: User) = user.name)
    api.get("/none", fun() -> Option<Int> = None)
    api.get("/broken", broken)
    api.get("/burst", fun() = [1]["hunter2".len()])
    api.post("/taken", fun() -> Result<Int, Trouble> = Err(Trouble.Taken))
    api.get("/busy", fun() -> Result<Int, ApiError> = Err(ApiError.too_many(7)))
    let app = Server.new().with_max_body(200)
    app.mount("/v1", api.server())
    let base = "http://\${app.start("127.0.0.1:0").unwrap()}"
    REQUESTS
    app.shutdown()
}
`;

interface Row {
  readonly request: readonly [method: string, target: string, body?: string];
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly paths?: readonly string[];
  readonly has?: Readonly<Record<string, string>>;
}

const JSON_BODY = { "Content-Type": "application/json" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const rows: Readonly<Record<string, Row>> = {
  "no operation for the path": { request: ["GET", "/nothing"], status: 404 },
  "no operation for the method": {
    request: ["DELETE", "/note"],
    status: 405,
    has: { Allow: "POST, OPTIONS" },
  },
  "no credentials": { request: ["GET", "/me?id=x"], status: 401, has: { "WWW-Authenticate": "Bearer" } },
  "wrong credentials": {
    request: ["GET", "/me?id=x"],
    headers: { Authorization: "Bearer hunter2" },
    status: 401,
    has: { "WWW-Authenticate": "Bearer" },
  },
  "credentials that a scheme refuses": {
    request: ["GET", "/me?id=x"],
    headers: { Authorization: "Bearer banned" },
    status: 403,
  },
  "a wrong value behind right credentials": {
    request: ["GET", "/me?id=x"],
    headers: { Authorization: "Bearer good" },
    status: 422,
    paths: ["query.id"],
  },
  "a value of the path, before all others": {
    request: ["PUT", "/notes/x?page=y", "{"],
    status: 404,
    paths: ["path.id"],
  },
  "every source at once": {
    request: ["PUT", "/notes/1?page=hunter2&flag=hunter2", '{"text":"a","tags":[1,"hunter2"]}'],
    headers: { ...JSON_BODY, Cookie: "sid=hunter2" },
    status: 422,
    paths: ["query.page", "query.flag", "header.tenant", "cookie.sid", "body.text", "body.tags[1]"],
  },
  "what is missing": {
    request: ["PUT", "/notes/1", '{"text":"abc"}'],
    headers: JSON_BODY,
    status: 422,
    paths: ["query.page", "header.tenant", "cookie.sid", "body.tags"],
  },
  "a body that is missing": { request: ["POST", "/note"], headers: JSON_BODY, status: 400, paths: ["body"] },
  "a body that is no JSON": {
    request: ["POST", "/note", "{hunter2"],
    headers: JSON_BODY,
    status: 400,
    paths: ["body"],
  },
  "another media type": {
    request: ["POST", "/note", "hunter2"],
    headers: { "Content-Type": "text/plain" },
    status: 415,
    paths: ["body"],
  },
  "a media type beside wrong values": {
    request: ["PUT", "/notes/1?page=x", "a"],
    headers: { "Content-Type": "text/plain" },
    status: 415,
    paths: ["query.page", "header.tenant", "cookie.sid", "body"],
  },
  "a body that is too large": {
    request: ["POST", "/note", `"${"hunter2".repeat(60)}"`],
    headers: JSON_BODY,
    status: 413,
  },
  "fields of a form": {
    request: ["POST", "/form", "name=a&name=b&age=x"],
    headers: FORM,
    status: 422,
    paths: ["form.name", "form.age"],
  },
  "JSON instead of a form": {
    request: ["POST", "/form", "{}"],
    headers: JSON_BODY,
    status: 415,
    paths: ["body"],
  },
  "a value that does not exist": { request: ["GET", "/none"], status: 404 },
  "a failure of the program": { request: ["POST", "/taken"], status: 409, paths: ["body.text"] },
  "a failure with a header": { request: ["GET", "/busy"], status: 429, has: { "Retry-After": "7" } },
  "an Error": { request: ["GET", "/broken"], status: 500 },
  "a panic": { request: ["GET", "/burst"], status: 500 },
};

/** What the answers are: status, media type, header, body. */
async function answers(): Promise<string[][]> {
  const calls = Object.values(rows).map(
    ({ request: [method, target, body = ""], headers = {}, has = {} }) => {
      const set = Object.entries(headers).map(
        ([name, value]) => `.header(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
      );
      const text = JSON.stringify(body).replaceAll("$", "\\$");
      const wanted = Object.keys(has)[0] ?? "Host";
      return `let answer = ClientRequest.new("${method}", "\${base}/v1${target}")${set.join("")}.body(${text}).send().unwrap()
    print("\${answer.status_code}\\t\${answer.header("Content-Type").unwrap_or("")}\\t\${answer.header("${wanted}").unwrap_or("")}\\t\${answer.body}")`;
    },
  );
  const { stdout, exitReason } = await runProgram(PROGRAM.replace("REQUESTS", () => calls.join("\n    ")));
  expect(exitReason).toMatchObject({ kind: "done" });
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t"));
}

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly instance?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string; readonly code: string }[];
}

describe("a failure", () => {
  let all: string[][] = [];
  beforeAll(async () => {
    all = await answers();
  }, 120_000);

  test.each(Object.keys(rows))("%s", (name) => {
    const row = rows[name]!;
    const [status, media, header, body = ""] = all[Object.keys(rows).indexOf(name)]!;
    expect({ status, media }).toEqual({ status: `${row.status}`, media: "application/problem+json" });
    const problem = JSON.parse(body) as Problem;
    expect(problem).toMatchObject({ type: "about:blank", status: row.status });
    expect(problem.title).not.toBe("");
    expect((problem.errors ?? []).map(({ path }) => path)).toEqual(row.paths ?? []);
    for (const { message, code } of problem.errors ?? [])
      expect(message.length * code.length).toBeGreaterThan(0);
    for (const value of Object.values(row.has ?? {})) expect(header).toContain(value);
    // Neither values of requests nor what the program is made of.
    expect(body).not.toMatch(/hunter2|panic|index|\.std|\.ts|stack|password/);
  });
});
