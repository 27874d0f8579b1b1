// Responses where no route has the method (reference/http-server#method-semantics).
import { expect, it } from "vitest";
import { METHODS } from "../message/method.ts";
import { start, talk } from "../testing/served.ts";
import { Response, TEXT } from "./response.ts";
import { Route } from "./route.ts";
import { Routing } from "./routing.ts";

const ok = (): Response => Response.of(200, TEXT, "ok");
const STAR = "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

function route(method: number, pattern: string, takes?: Route["takes"]): Route {
  const made = new Route(METHODS[method]!, pattern, ok);
  if (takes !== undefined) made.takes = takes;
  return made;
}

async function asked(routes: Route[], semantic: boolean): Promise<readonly [string, string]> {
  const running = await start(routes);
  running.server.routing.methodSemantics = semantic;
  running.server.routing.plain = false;
  const reply = await talk(running.port, STAR);
  await running.stop();
  return [reply.slice(9, 12), /^Allow: (.*)\r$/m.exec(reply)?.[1] ?? ""];
}

it("OPTIONS * asks for the methods of all routes", async () => {
  const report = route(7, "/r", { kind: "name", name: "REPORT" });
  const mounted = route(7, "/below");
  mounted.mounted = new Routing({ _routes: [route(2, "/c")] });
  expect(await asked([route(0, "/a/:id"), route(3, "/b"), report, mounted], true)).toEqual([
    "204",
    "GET, HEAD, PUT, DELETE, REPORT, OPTIONS",
  ]);
  expect(await asked([route(7, "/all/*rest", { kind: "any" })], true)).toEqual([
    "204",
    "GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS",
  ]);
  expect(await asked([route(7, "/", { kind: "get and head" })], true)).toEqual(["204", "GET, HEAD, OPTIONS"]);
});
it("OPTIONS * finds nothing on a server without routes, or without method semantics", async () => {
  expect(await asked([], true)).toEqual(["404", ""]);
  expect(await asked([route(0, "/")], false)).toEqual(["404", ""]);
});
it("a route for OPTIONS takes precedence", async () => {
  expect(await asked([route(6, "*"), route(0, "/")], true)).toEqual(["200", ""]);
});
