import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hasPrivateFolder } from "./cache-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "cache-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder is not used if other users could enter it", () => {
  const place = join(folder, "own");
  const path = join(place, "code");
  expect(hasPrivateFolder(place, path)).toBe(true);
  expect(statSync(path).isDirectory()).toBe(true);
  chmodSync(path, 0o755);
  expect(hasPrivateFolder(place, path)).toBe(false);
  chmodSync(path, 0o700);
  chmodSync(place, 0o777);
  expect(hasPrivateFolder(place, path)).toBe(false);
  chmodSync(place, 0o700);
  rmSync(path, { recursive: true });
  mkdirSync(join(folder, "elsewhere"), { mode: 0o700 });
  symlinkSync(join(folder, "elsewhere"), path);
  expect(hasPrivateFolder(place, path), "a link").toBe(false);
});
