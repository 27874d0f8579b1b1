// The site in Chromium, for tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { startChromium } from "../scripts/chromium.ts";
import { serveFolders, type StaticServer } from "../scripts/static-server.ts";
import { buildSite } from "./build.ts";

export const MOST_MILLIS = 90_000;

export class OpenSite {
  /** The folder with the pages. */
  readonly folder: string;
  readonly browser: Browser;
  readonly #server: StaticServer;
  /** The addresses of other servers that pages have asked. */
  readonly elsewhere: string[] = [];

  private constructor(folder: string, server: StaticServer, browser: Browser) {
    this.folder = folder;
    this.#server = server;
    this.browser = browser;
  }

  /** Makes the site of the repository `root`, and starts Chromium. */
  static async start(root: string): Promise<OpenSite> {
    const folder = mkdtempSync(join(tmpdir(), "stdlang-site-"));
    await buildSite(root, folder);
    return new OpenSite(folder, await serveFolders({ "/": folder }), await startChromium());
  }

  get origin(): string {
    return this.#server.origin;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Opens a page. `observe` is called with the path of each request. */
  async open(path: string, observe: (path: string) => void = () => {}): Promise<Page> {
    const page = await this.browser.newPage();
    page.setDefaultTimeout(MOST_MILLIS);
    page.on("request", (request) => {
      const url = request.url();
      if (url.startsWith(this.origin)) observe(new URL(url).pathname);
      else if (!/^(?:data|blob):/.test(url)) this.elsewhere.push(url);
    });
    await page.goto(`${this.origin}/${path}`);
    return page;
  }
}
