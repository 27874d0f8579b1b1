// Chromium for tests, where it is installed: `chromium` of the system, or the path in CHROMIUM.
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of Chromium; null if there is none. */
export function chromiumPath(): string | null {
  const named = process.env["CHROMIUM"];
  if (named !== undefined) return named;
  return PATHS.find((path) => existsSync(path)) ?? null;
}

/** Why tests in Chromium are skipped; null if they run. */
export const NO_CHROMIUM: string | null =
  chromiumPath() === null
    ? "Chromium is not installed (apt-get install chromium), so its tests are skipped"
    : null;

/** Starts Chromium without a window, and without requests of its own. */
export async function startChromium(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: chromiumPath()!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
    ],
  });
}
