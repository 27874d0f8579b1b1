// Measures how long a reader of the site waits for the first program in Chromium, from the press on `Run` to the
// output: at the moment the page has its buttons, two seconds later, and the second time.
//
// The CPU time of the renderer does not depend on what else the machine does.
//
//     node bench/site/run.ts [ROUNDS]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { NO_CHROMIUM, startChromium } from "../../scripts/chromium.ts";
import { serveFolders } from "../../scripts/static-server.ts";
import { buildSite } from "../../site/build.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PAUSE_MILLIS = 2000;
/** What a page loads before the natives of modules. */
const ENGINE =
  /^(?:index|rolldown-runtime-.*|runtime-.*|format-.*|capabilities-.*|define-module-.*|regex-.*)\.js$/;
/** As text: the page has no types. */
const PRESS = `new Promise((done) => {
  const block = document.querySelector("[data-run]");
  const out = block.querySelector(".out");
  const begun = performance.now();
  [...block.querySelectorAll("button")].find((each) => each.textContent === "Run").click();
  new MutationObserver(() => {
    if (out.textContent !== "") done(performance.now() - begun);
  }).observe(out, { childList: true, characterData: true, subtree: true });
})`;

if (NO_CHROMIUM !== null) {
  console.error(NO_CHROMIUM);
  process.exit(2);
}
const rounds = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), "stdlang-site-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
await buildSite(ROOT, folder);
const server = await serveFolders({ "/": folder });

/** The CPU time that the page and its workers have used. */
async function rendererMillis(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return 1000 * Math.max(...renderers.map(({ cpuTime }) => cpuTime));
}

/**
 * A fresh browser, without anything in its caches: the first press after `pause`, a second one, and the CPU time from
 * the start of the page to the first output.
 */
async function presses(pause: number): Promise<readonly [first: number, second: number, cpu: number]> {
  const browser: Browser = await startChromium();
  const page = await browser.newPage();
  await page.goto(`${server.origin}/index.html`);
  await page.waitForSelector("[data-run] button");
  await new Promise((resolve) => setTimeout(resolve, pause));
  const first = (await page.evaluate(PRESS)) as number;
  const cpu = await rendererMillis(browser);
  await page.locator("[data-run] .state", { hasText: "done" }).waitFor();
  const second = (await page.evaluate(PRESS)) as number;
  await browser.close();
  return [first, second, cpu];
}

const median = (all: readonly number[]): string =>
  `${Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!)} ms`;

const [atOnce, later]: [number[][], number[][]] = [[], []];
for (let i = 0; i < rounds; i++) {
  atOnce.push([...(await presses(0))]);
  later.push([...(await presses(PAUSE_MILLIS))]);
}
const engine = readdirSync(join(folder, "engine")).filter((file) => ENGINE.test(file));
const size = engine.reduce(
  (sum, file) => sum + gzipSync(readFileSync(join(folder, "engine", file)), { level: 9 }).length,
  0,
);
console.log(`engine, after gzip                         ${Math.round(size / 1000)} KB`);
console.log(`first program, pressed with the first paint ${median(atOnce.map(([first]) => first!))}`);
console.log(`CPU time of the page until then             ${median(atOnce.map(([, , cpu]) => cpu!))}`);
console.log(`first program, pressed after two seconds   ${median(later.map(([first]) => first!))}`);
console.log(`second program                             ${median(later.map(([, second]) => second!))}`);
await server.close();
