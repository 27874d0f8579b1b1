// The site in Chromium, as a reader uses it. Skipped with a message where Chromium is not installed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_CHROMIUM, startChromium } from "../scripts/chromium.ts";
import { serveFolders, type StaticServer } from "../scripts/static-server.ts";
import { buildSite } from "./build.ts";

const root = join(import.meta.dirname, "..");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A page of each kind. */
const KINDS = [
  "index.html",
  "playground.html",
  "tour.html",
  "install.html",
  "deployment.html",
  "std/index.html",
  "std/uuid.html",
  "reference/patterns.html",
];
/** Those that are examined in dark colours, too: together they have every colour. */
const DARK = ["index.html", "playground.html", "tour.html"];
const MOST_MILLIS = 90_000;

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)("the site in Chromium", { timeout: 300_000 }, () => {
  const out = mkdtempSync(join(tmpdir(), "stdlang-site-"));
  const elsewhere: string[] = [];
  let server: StaticServer;
  let browser: Browser;

  beforeAll(async () => {
    await buildSite(root, out);
    server = await serveFolders({ "/": out });
    browser = await startChromium();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(out, { recursive: true, force: true });
  });

  async function open(path: string, colorScheme: "light" | "dark" = "light"): Promise<Page> {
    const page = await browser.newPage({ colorScheme });
    page.setDefaultTimeout(MOST_MILLIS);
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(server.origin))
        elsewhere.push(request.url());
    });
    await page.goto(`${server.origin}/${path}`);
    return page;
  }

  async function playground(text: string): Promise<Page> {
    const page = await open("playground.html");
    await page.waitForSelector("body[data-ready]");
    await page.click(".cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
    return page;
  }

  it("every lesson of the tour and the program of home print what they announce", async () => {
    for (const [path, least] of [
      ["tour.html", 14],
      ["index.html", 1],
    ] as const) {
      const page = await open(path);
      await page.waitForSelector("[data-run] button");
      const blocks = await page.locator("[data-run]").all();
      expect(blocks.length).toBe(least);
      for (const block of blocks) {
        const source = (await block.locator("pre.source").textContent()) ?? "";
        const expected = [...source.matchAll(/\/\/> (.*)/g)].map((match) => match[1]);
        await block.getByRole("button", { name: "Run" }).click();
        await block.locator(".state", { hasText: /done|ended|stopped|engine/ }).waitFor();
        expect((await block.locator(".out").textContent())?.trimEnd().split("\n")).toEqual(expected);
      }
      await page.close();
    }
  });

  it("an error shows in place in a lesson", async () => {
    const page = await open("tour.html");
    const block = page.locator("[data-run]").first();
    await block.getByRole("button", { name: "Edit" }).click();
    await block.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText('fun main() { let n: Int = "x" }');
    await block.locator(".cm-lintRange-error").first().waitFor();
    await block.getByRole("button", { name: "Run" }).click();
    await block.locator(".out", { hasText: "error:" }).waitFor();
    await page.close();
  });

  it("an endless loop stops", async () => {
    const page = await playground("fun main() { while true { } }");
    await page.click("#run");
    await page.locator("#state", { hasText: "running" }).waitFor();
    await page.click("#stop");
    await page.locator("#state", { hasText: "stopped" }).waitFor();
    expect(await page.locator("#run").isEnabled()).toBe(true);
    await page.close();
  });

  it("the playground completes and formats", async () => {
    const page = await playground("import std/json\nfun main( ) {\nprint(1)\n}\n");
    await page.click("#format");
    await page.locator("#state", { hasText: "formatted" }).waitFor();
    const text = await page.locator(".cm-content").innerText();
    expect(text).toContain("fun main() {\n    print(1)");
    await page.click(".cm-content");
    await page.getByText("print(1)").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("json.par");
    await page.locator(".cm-tooltip-autocomplete", { hasText: "parse" }).waitFor();
    await page.close();
  });

  it("a server of a program answers the panel", async () => {
    const page = await playground(
      'import std/http { Server, Response }\nfun main() {\n    let app = Server.new()\n    app.get("/", fun(req) = Response.text("tea is ready"))\n    app.listen("127.0.0.1:8080")\n}\n',
    );
    await page.click("#run");
    await page.locator("#panel").waitFor({ state: "visible" });
    await page.click("#send");
    await page.locator("#answer", { hasText: "tea is ready" }).waitFor();
    await page.click("#stop");
    await page.close();
  });

  it("an address carries the files", async () => {
    const first = await playground("fun main() { print(4711) }");
    await first.click("#share");
    await first.waitForFunction(() => (globalThis as unknown as { location: URL }).location.hash !== "");
    const { hash } = new URL(first.url());
    await first.close();
    const second = await open(`playground.html${hash}`);
    await second.waitForSelector("body[data-ready]");
    await second.click("#run");
    await second.locator("#output", { hasText: "4711" }).waitFor();
    await second.close();
  });

  it("the search finds a function of the library", async () => {
    const page = await open("index.html");
    await page.fill("#search", "decode_all");
    await page.locator('#found a[href*="std/json.html"]').first().waitFor();
    await page.close();
  });

  it("no page kind has violations of accessibility, or scrolls sideways on 360 px", async () => {
    const found: string[] = [];
    for (const path of KINDS)
      for (const scheme of DARK.includes(path) ? (["light", "dark"] as const) : (["light"] as const)) {
        const page = await open(path, scheme);
        await page.waitForLoadState("networkidle");
        await page.evaluate(AXE);
        const violations = (await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
        )) as string[];
        found.push(...violations.map((each) => `${path} ${scheme}: ${each}`));
        await page.setViewportSize({ width: 360, height: 740 });
        const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
        if (width > 360) found.push(`${path}: ${width} px wide`);
        await page.close();
      }
    expect(found).toEqual([]);
  });

  // The last one: it sees the requests of all others.
  it("no request leaves the site, and every link of a page leads to a page", async () => {
    expect(elsewhere).toEqual([]);
    const page = await open("guide.html");
    const links = (await page.evaluate(
      "[...document.querySelectorAll('a')].map((link) => link.href)",
    )) as string[];
    const own = links.filter((link) => link.startsWith(server.origin));
    const missing = own.filter((link) => !existsSync(join(out, new URL(link).pathname)));
    expect(missing).toEqual([]);
    await page.close();
  });
});
