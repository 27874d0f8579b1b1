// The site in Chromium, as a reader uses it. Skipped with a message where Chromium is not installed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_CHROMIUM } from "../scripts/chromium.ts";
import { OpenSite } from "./open-site.ts";

const root = join(import.meta.dirname, "..");

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)("the site in Chromium", { timeout: 300_000 }, () => {
  let site: OpenSite;

  beforeAll(async () => {
    site = await OpenSite.start(root);
  }, 120_000);

  afterAll(() => site?.close());

  async function playground(text: string): Promise<Page> {
    const page = await site.open("playground.html");
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
      const page = await site.open(path);
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
    const page = await site.open("tour.html");
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

  it("the playground shows what goroutines do, and leads to their lines", async () => {
    const page = await playground(`import std/sync { channel, Channel }
import std/time

fun listen(from: Channel<Int>) { print(from.recv()) }

fun main() {
    let orders = channel<Int>()
    for _ in 0..3 { spawn listen(orders) }
    time.sleep_millis(60_000)
}
`);
    await page.click("#run");
    const list = page.locator("#goroutine-list");
    await list.getByText("3 × channel receive in listen at main.std:4").waitFor();
    await list.getByText("waiting in main at main.std:9").waitFor();
    await list.getByRole("button", { name: "main.std:4" }).click();
    await page.locator(".cm-activeLine", { hasText: "fun listen" }).waitFor();
    await page.click("#stop");
    await page.locator("#goroutines").waitFor({ state: "hidden" });
    await page.close();
  });

  it("a goroutine that computes without end is shown where it runs", async () => {
    const page = await playground(
      "fun spin() -> Int {\n    let n = 0\n    while n >= 0 {\n        n = (n + 1) % 1000\n    }\n    return n\n}\n\nfun main() { print(spin()) }\n",
    );
    await page.click("#run");
    await page
      .locator("#goroutine-list li", { hasText: /running in spin at main\.std:[34]/ })
      .first()
      .waitFor();
    await page.click("#stop");
    await page.close();
  });

  it("pages with programs load the engine before a reader runs one, and others do not", async () => {
    for (const path of ["index.html", "tour.html", "playground.html"]) {
      const loads = Promise.withResolvers<void>();
      const page = await site.open(path, (asked) => {
        if (asked === "/engine/index.js") loads.resolve();
      });
      await loads.promise;
      await page.close();
    }
    const asked: string[] = [];
    const page = await site.open("install.html", (path) => void asked.push(path));
    await page.waitForLoadState("networkidle");
    expect(asked.filter((each) => each.startsWith("/engine/"))).toEqual([]);
    await page.close();
  });

  it("an address carries the files", async () => {
    const first = await playground("fun main() { print(4711) }");
    await first.click("#share");
    await first.waitForFunction(() => (globalThis as unknown as { location: URL }).location.hash !== "");
    const { hash } = new URL(first.url());
    await first.close();
    const second = await site.open(`playground.html${hash}`);
    await second.waitForSelector("body[data-ready]");
    await second.click("#run");
    await second.locator("#output", { hasText: "4711" }).waitFor();
    await second.close();
  });

  it("a reader without a mouse skips to the content, searches, runs and leaves an editor", async () => {
    const page = await site.open("index.html");
    const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Run");
    await page.keyboard.press("Enter");
    await page.locator(".out", { hasText: "200 hello" }).waitFor();
    await page.keyboard.press("/");
    expect(await focused()).toBe("search");
    await page.keyboard.type("decode_all");
    await page.locator('#found a[href*="std/json.html"]').first().waitFor();
    const first = await page.evaluate("document.querySelector('#found a').href");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(String(first));
    await page.goto(`${site.origin}/playground.html`);
    await page.waitForSelector("body[data-ready]");
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('.cm-editor')")).toBeNull();
    await page.close();
  });

  it("the search finds a function of the library", async () => {
    const page = await site.open("index.html");
    await page.fill("#search", "decode_all");
    await page.locator('#found a[href*="std/json.html"]').first().waitFor();
    await page.close();
  });

  // The last one: it sees the requests of all others.
  it("no request leaves the site, and every link of a page leads to a page", async () => {
    expect(site.elsewhere).toEqual([]);
    const page = await site.open("guide.html");
    const links = (await page.evaluate(
      "[...document.querySelectorAll('a')].map((link) => link.href)",
    )) as string[];
    const own = links.filter((link) => link.startsWith(site.origin));
    const missing = own.filter((link) => !existsSync(join(site.folder, new URL(link).pathname)));
    expect(missing).toEqual([]);
    await page.close();
  });
});
