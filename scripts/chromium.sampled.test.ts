// The engine for pages in Chromium: conformance scripts in workers, the program of the README, a server that answers
// the page. Skipped with a message where Chromium is not installed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sample } from "../interpreter/testing/sample.ts";
import { NO_CHROMIUM, startChromium } from "./chromium.ts";
import { judged, pageCases, requestFor, type PageOutcome } from "./page-cases.ts";
import { serveFolders, type StaticServer } from "./static-server.ts";

const root = join(import.meta.dirname, "..");
const HTML = `<!doctype html><title>test</title><script type="module" src="/testing/page.mjs"></script>`;
const WORKERS = 3;
/** All of them would take minutes. */
const MOST_CASES = 950;
const SERVER = `import std/http { Server, Response }
fun main() {
    let app = Server.new()
    app.post("/echo/:name", fun(req) = Response.text("\${req.param("name")} \${req.body}"))
    app.listen("127.0.0.1:8080")
}
`;
/** As text, since the tests' own loader would change the import. */
const ANSWERED = `(async () => {
  const { createEngine, createMachine, standardModules } = await import("/browser/index.js");
  const machine = createMachine();
  const listening = new Promise((resolve) => machine.observePorts(resolve));
  const stop = new AbortController();
  const engine = createEngine({ modules: standardModules, machine, capabilities: { net: true }, signal: stop.signal });
  const run = engine.run({ path: "main.std", text: ${JSON.stringify(SERVER)} });
  const ports = await listening;
  const response = await machine.fetch("http://localhost:8080/echo/tea", { method: "POST", body: "hot" });
  const text = await response.text();
  stop.abort();
  const { exitReason } = await run;
  return { ports, status: response.status, text, kind: exitReason.kind, left: machine.ports };
})()`;

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)("in Chromium", () => {
  let server: StaticServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await serveFolders(
      { "/browser/": join(root, "dist/browser"), "/testing/": join(root, "interpreter/browser/testing") },
      { "/": HTML },
    );
    browser = await startChromium();
    page = await browser.newPage();
    await page.goto(server.origin);
    await page.waitForFunction(() => "runCases" in globalThis);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it("conformance scripts do what they announce", { timeout: 900_000 }, async () => {
    const cases = sample(pageCases().cases.slice(0, MOST_CASES), 15);
    const outcomes = await page.evaluate(
      ([requests, count]) =>
        (
          globalThis as unknown as {
            runCases(requests: unknown, count: unknown): Promise<PageOutcome[]>;
          }
        ).runCases(requests, count),
      [cases.map(requestFor), WORKERS] as const,
    );
    const byName = new Map(outcomes.map((outcome) => [outcome.name, outcome]));
    const wrong = cases.flatMap((one) =>
      judged(one, byName.get(one.name)!).map((text) => `${one.name}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it("the first program of the README prints what it announces", async () => {
    const text = /```std\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))![1]!;
    const request = {
      name: "readme",
      path: "/home/a.std",
      files: { "/home/a.std": text },
      args: [],
      stdin: "",
      env: {},
    };
    const [outcome] = await page.evaluate(
      (given) =>
        (
          globalThis as unknown as { runCases(requests: unknown, count: number): Promise<PageOutcome[]> }
        ).runCases([given], 1),
      request,
    );
    expect(outcome).toMatchObject({ stdout: "[200 hello ann, 200 hello bob]\n", exit: 0 });
  });

  it("a server of a program answers the page without a request of the browser", async () => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const answer = await page.evaluate(ANSWERED);
    expect(answer).toEqual({ ports: [8080], status: 200, text: "tea hot", kind: "panic", left: [] });
    expect(requests.filter((url) => !url.startsWith(`${server.origin}/browser/`))).toEqual([]);
  });
});
