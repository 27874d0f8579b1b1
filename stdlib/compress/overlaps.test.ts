// An archive whose directory lists the same bytes twice.
import { expect, test } from "vitest";
import type { Compression } from "../../interpreter/host/index.ts";
import { ArchiveEntry, KIND } from "./entry.ts";
import { ZipReader, ZipWriter } from "./zip.ts";
import { get16, get32, u16, u32 } from "./zip-fields.ts";

const stored = { crc32: () => 7 } as unknown as Compression;

test("entries that share bytes of the archive are refused", async () => {
  const writer = new ZipWriter(stored);
  const local = await writer.add(new ArchiveEntry("a", KIND.File, "hello", 0o644, 0));
  const rest = writer.end();
  const end = rest.length - 22;
  const central = rest.slice(0, end);
  expect(new ZipReader(local + rest, stored).count).toBe(1);
  const twice =
    local +
    central +
    central +
    rest.slice(end, end + 8) +
    u16(get16(rest, end + 8) + 1) +
    u16(get16(rest, end + 10) + 1) +
    u32(get32(rest, end + 12) * 2) +
    rest.slice(end + 16);
  expect(() => new ZipReader(twice, stored)).toThrow("overlapping");
});
