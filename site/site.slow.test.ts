// The site in Chromium, as a reader uses it. Skipped with a message where Chromium is not installed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_CHROMIUM } from "../scripts/chromium.ts";
import { OpenSite } from "./open-site.ts";

const root = join(import.meta.dirname, "..");

/** The part of an address that holds a program, as `client/share.mjs` makes it. */
const hashOfProgram = (text: string): string =>
  `#1${deflateRawSync(JSON.stringify({ "main.std": text })).toString("base64url")}`;

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

  it("an endless loop shows what it has printed, and stops", async () => {
    const page = await playground('fun main() {\n    print("begun")\n    while true { }\n}\n');
    await page.click("#run");
    await page.locator("#output", { hasText: "begun" }).waitFor();
    await page.click("#stop");
    await page.locator("#state", { hasText: "stopped" }).waitFor();
    expect(await page.locator("#run").isEnabled()).toBe(true);
    await page.close();
  });

  it("a program that prints without end is ended, and says so", async () => {
    const page = await playground('fun main() { while true { print("tea") } }');
    await page.click("#run");
    await page.locator("#state", { hasText: "ended with status 101" }).waitFor();
    await page.locator("#output", { hasText: "output limit exceeded" }).waitFor();
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

  it("the panel sends headers, and shows a response while it arrives", async () => {
    const page = await playground(`import std/http { Response, Server }
import std/sync { channel }

fun main() {
    let app = Server.new()
    app.get("/tea", fun(req) = Response.text("\${req.header("x-cup")} cup"))
    app.get("/events", fun(_) = Response.stream("text/plain", fun(out) {
        out.write("first event")
        channel<Int>().recv()
        return Ok({})
    }))
    app.listen("127.0.0.1:8080")
}
`);
    await page.click("#run");
    await page.locator("#panel").waitFor({ state: "visible" });
    await page.fill("#headers", "X-Cup: small");
    await page.fill("#url", "/tea");
    await page.click("#send");
    await page.locator("#answer", { hasText: "small cup" }).waitFor();
    await page.fill("#url", "/events");
    await page.click("#send");
    await page.locator("#answer", { hasText: "first event" }).waitFor();
    for (const [headers, says] of [
      ["no header", 'is not a header: write "Name: value"'],
      ["Upgrade: websocket", "the panel opens no WebSockets"],
    ] as const) {
      await page.fill("#headers", headers);
      await page.click("#send");
      await page.locator("#answer", { hasText: says }).waitFor();
    }
    await page.fill("#headers", "");
    await page.fill("#url", "http://localhost:1/");
    await page.click("#send");
    await page.locator("#answer", { hasText: "no server listens at localhost:1" }).waitFor();
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

  it("an address without files that can be read says so, and going back brings back the files", async () => {
    const page = await playground('fun main() { print("🍵 é") }');
    await page.click("#share");
    await page.locator("#state", { hasText: "holds the files" }).waitFor();
    const { hash } = new URL(page.url());
    await page.goto(`${site.origin}/playground.html#1broken`);
    await page.locator("#state", { hasText: "holds no files that can be read" }).waitFor();
    await page.goto(`${site.origin}/playground.html${await hashOfProgram("fun main() { print(4711) }")}`);
    await page.locator(".cm-content", { hasText: "4711" }).waitFor();
    await page.goto(`${site.origin}/playground.html${hash}`);
    await page.locator(".cm-content", { hasText: "🍵 é" }).waitFor();
    await page.goBack();
    await page.locator(".cm-content", { hasText: "4711" }).waitFor();
    await page.close();
  });

  it("files keep their texts when a reader undoes, and when the page is loaded again", async () => {
    const page = await playground('import "./cup" { tea }\n\nfun main() { print(tea()) }\n');
    page.on("dialog", (dialog) => void dialog.accept("cup.std"));
    await page.getByRole("button", { name: "New file" }).click();
    await page.keyboard.insertText('fun tea() -> String = "oolong"\n');
    await page.keyboard.press("Control+Enter");
    await page.locator("#output", { hasText: "oolong" }).waitFor();
    await page.getByRole("button", { name: "main.std" }).click();
    await page.getByRole("button", { name: "cup.std" }).click();
    for (let i = 0; i < 9; i++) await page.keyboard.press("Control+z");
    expect(await page.locator(".cm-content").innerText()).not.toContain("import");
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.getByRole("button", { name: "cup.std" }).waitFor();
    await page.locator(".cm-content", { hasText: "print(tea())" }).waitFor();
    await page.close();
  });

  it("an address without a page shows one that leads to the others", async () => {
    const page = await site.open("guides/none.html");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("link", { name: "Guide" }).getAttribute("href")).toContain("guide.html");
    await page.close();
  });

  it("the keyboard alone writes, runs, reads the output, adds a file and shares", async () => {
    const page = await site.open("playground.html");
    await page.waitForSelector("body[data-ready]");
    page.on("dialog", (dialog) => void dialog.accept("cup.std"));
    const focused = () =>
      page.evaluate(
        "(({ id, ariaLabel, textContent, tagName }) => tagName === 'BODY' ? '' : id || ariaLabel || textContent)(document.activeElement)",
      );
    /** Presses Tab until the element with this id, label or text has the focus. */
    const reach = async (name: string) => {
      for (let i = 0; i < 40 && (await focused()) !== name; i++) await page.keyboard.press("Tab");
      expect(await focused()).toBe(name);
    };
    await reach("Program");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("fun main() { print(4711) }");
    await page.keyboard.press("Control+Enter");
    await page.locator("#output", { hasText: "4711" }).waitFor();
    await reach("output");
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate("document.activeElement.closest('.cm-editor') !== null")).toBe(true);
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await reach("share");
    await page.keyboard.press("Enter");
    await page.locator("#state", { hasText: "holds the files" }).waitFor();
    await reach("New file");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "cup.std" }).waitFor();
    await page.close();
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
