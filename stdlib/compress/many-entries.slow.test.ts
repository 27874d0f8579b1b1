// Archives with more entries than 16 bits can count (ZIP64), written by this library and by Python.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { ArchiveEntry, KIND } from "./entry.ts";
import { readZip, ZipWriter } from "./zip.ts";

const { compression } = nodeSystem;
const folder = mkdtempSync(join(tmpdir(), "std-compress-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hasPython = spawnSync("python3", ["--version"]).error === undefined;

test("ZIP of more entries than 16 bits count", async () => {
  const writer = new ZipWriter(compression);
  const parts: string[] = [];
  for (let i = 0; i < 66_000; i++)
    parts.push(await writer.add(new ArchiveEntry(`f${i}`, KIND.File, "", 0o644, 1_700_000_000)));
  const archive = parts.join("") + writer.end();
  const entries = await readZip(archive, 1e9, compression);
  expect([entries.length, entries[65_999]!._name]).toEqual([66_000, "f65999"]);
  if (!hasPython) return;
  const file = join(folder, "many.zip");
  writeFileSync(file, archive, "latin1");
  const script =
    "import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nprint(len(z.infolist()), z.infolist()[-1].filename)";
  expect(execFileSync("python3", ["-c", script, file], { encoding: "utf8" })).toBe("66000 f65999\n");
});

test.skipIf(!hasPython)("ZIP64 of Python, by its size and by its count", async () => {
  const made = join(folder, "wide.zip");
  const script = [
    "import sys,zipfile",
    "z=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED)",
    "with z.open('wide.txt','w',force_zip64=True) as f: f.write(b'hello'*1000)",
    "for i in range(66000): z.writestr(zipfile.ZipInfo('f%d'%i),'')",
    "z.close()",
  ].join("\n");
  execFileSync("python3", ["-c", script, made]);
  const entries = await readZip(readFileSync(made).toString("latin1"), 1e9, compression);
  expect([entries.length, entries[0]!._data.length, entries[66_000]!._name]).toEqual([
    66_001,
    5000,
    "f65999",
  ]);
});
