// Accessibility and narrow windows, for every kind of page. Skipped with a message where Chromium is not installed.
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_CHROMIUM } from "../scripts/chromium.ts";
import { MOST_MILLIS, OpenSite } from "./open-site.ts";

const root = join(import.meta.dirname, "..");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const KINDS = [
  "index.html",
  "tour.html",
  "tutorial.html",
  "guide.html",
  "cookbook.html",
  "commands.html",
  "deployment.html",
  "comparison.html",
  "editors.html",
  "diagnostics.html",
  "security.html",
  "changelog.html",
  "std/index.html",
  "std/http.html",
  "reference/index.html",
  "reference/patterns.html",
];
/** With a channel on which goroutines wait, and a server, so that the playground shows all that it has. */
const PROGRAM = `import std/http { Server, Response }
import std/sync { channel }

fun main() {
    let orders = channel<Int>()
    spawn(fun() { print(orders.recv()) })
    let app = Server.new()
    app.get("/", fun(_) = Response.text("tea"))
    app.listen("127.0.0.1:8080")
}
`;

if (NO_CHROMIUM !== null) console.warn(NO_CHROMIUM);

describe.skipIf(NO_CHROMIUM !== null)("for every reader", { timeout: 300_000 }, () => {
  let site: OpenSite;

  beforeAll(async () => {
    site = await OpenSite.start(root);
  }, 120_000);

  afterAll(() => site?.close());

  /** In light colours by all rules, in dark ones by the rule of contrast. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    const ask = async (options: object): Promise<string[]> =>
      (await page.evaluate(
        `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })}).then(({ violations }) =>
          violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => id + " " + html.slice(0, 200))))`,
      )) as string[];
    const light = await ask({});
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await ask({ runOnly: ["color-contrast"] });
    return [...light, ...dark.map((each) => `dark: ${each}`)];
  }

  it.each(KINDS)("%s has no violations of accessibility", async (path) => {
    const page = await site.open(path);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it("the playground has none while a server runs", async () => {
    const page = await site.open("playground.html");
    await page.waitForSelector("body[data-ready]");
    await page.click(".cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(PROGRAM);
    await page.click("#run");
    await page.locator("#panel").waitFor({ state: "visible" });
    await page.locator("#goroutine-list").getByText("channel receive").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await page.close();
  });

  it("no page scrolls sideways on 360 px", async () => {
    const context = await site.browser.newContext({
      viewport: { width: 360, height: 740 },
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(MOST_MILLIS);
    const wide: string[] = [];
    for (const path of globSync("**/*.html", { cwd: site.folder })) {
      // Without the style sheet, every page is too wide.
      await page.goto(`${site.origin}/${path}`, { waitUntil: "load" });
      const width = (await page.evaluate("document.documentElement.scrollWidth")) as number;
      if (width > 360) wide.push(`${path}: ${width} px wide`);
    }
    expect(wide).toEqual([]);
    await context.close();
  });
});
