// Programs of the system unpack the archives of this library, and the reverse. Programs that are not
// installed are skipped.
import { execFileSync, spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { ArchiveEntry, KIND } from "./entry.ts";
import { TAR_END, tarEntry, TarParser } from "./tar.ts";
import { directory64, end64, offset64, u16, u64, wideNumbers } from "./zip-fields.ts";
import { readZip, ZipWriter } from "./zip.ts";

const { compression } = nodeSystem;
const folder = mkdtempSync(join(tmpdir(), "std-compress-"));
afterAll(() => rmSync(folder, { recursive: true }));

const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;
const bytes = (text: string): Buffer => Buffer.from(text, "latin1");
const TEXT = Array.from({ length: 200_000 }, (_, i) => String.fromCharCode(((i * i) >> (i % 13)) & 255)).join(
  "",
);

test.skipIf(!has("gzip"))("gzip", async () => {
  expect(
    execFileSync("gzip", ["-d"], { input: bytes(await compression.compress("gzip", TEXT)) }).toString(
      "latin1",
    ),
  ).toBe(TEXT);
  expect(
    await compression.decompress(
      "gzip",
      execFileSync("gzip", ["-9"], { input: bytes(TEXT) }).toString("latin1"),
      1e9,
    ),
  ).toBe(TEXT);
});

test.skipIf(!has("zstd") || !compression.has("zstd"))("zstd", async () => {
  expect(
    execFileSync("zstd", ["-d"], { input: bytes(await compression.compress("zstd", TEXT)) }).toString(
      "latin1",
    ),
  ).toBe(TEXT);
  expect(
    await compression.decompress(
      "zstd",
      execFileSync("zstd", ["-5"], { input: bytes(TEXT) }).toString("latin1"),
      1e9,
    ),
  ).toBe(TEXT);
});

const LONG = `deep/${"folder-with-a-long-name/".repeat(12)}a-file-whose-name-is-long-as-well.txt`;
const ENTRIES = [
  new ArchiveEntry("empty", KIND.Dir, "", 0o700, 1_700_000_000),
  new ArchiveEntry("a.txt", KIND.File, "hello\n", 0o640, 1_700_000_001),
  new ArchiveEntry("empty/none", KIND.File, "", 0o644, 1_000_000_000),
  new ArchiveEntry("n\xc3\xa9.bin", KIND.File, TEXT, 0o755, 1_700_000_003),
  new ArchiveEntry("link", KIND.Link, "a.txt", 0o777, 1_700_000_004),
  new ArchiveEntry(LONG, KIND.File, "far down", 0o644, 1_700_000_005),
];

function unpacked(place: string): string[] {
  return ENTRIES.map((entry) => {
    const path = Buffer.concat([Buffer.from(`${place}/`), bytes(entry._name)]);
    const stats = lstatSync(path);
    const data =
      entry._kind.tag === KIND.Link
        ? readlinkSync(path)
        : entry._kind.tag === KIND.Dir
          ? ""
          : readFileSync(path).toString("latin1");
    return `${entry._name} ${entry._kind.tag === KIND.Link ? "link" : (stats.mode & 0o777).toString(8)} ${data === entry._data} ${entry._kind.tag === KIND.Link ? "" : Math.floor(stats.mtimeMs / 1000) === entry._modified}`;
  });
}

const wanted = (withTimes = true): string[] =>
  ENTRIES.map(({ _name, _kind, _mode }) =>
    _kind.tag === KIND.Link
      ? `${_name} link true `
      : `${_name} ${Number(_mode).toString(8)} true ${withTimes}`,
  );

function shown(entries: readonly ArchiveEntry[]): string[] {
  return entries
    .map(
      ({ _name, _kind, _data, _mode, _modified }) =>
        `${_name} ${_kind.tag} ${_kind.tag === KIND.Link ? "" : Number(_mode).toString(8)} ${_data.length} ${_kind.tag === KIND.Link ? "" : Number(_modified)}`,
    )
    .toSorted();
}

/** Writes the same entries as files. */
function onDisk(place: string): void {
  mkdirSync(place);
  for (const { _name, _kind, _data, _mode, _modified } of ENTRIES) {
    const path = join(place, Buffer.from(_name, "latin1").toString());
    mkdirSync(join(path, ".."), { recursive: true });
    if (_kind.tag === KIND.Dir) mkdirSync(path, { mode: Number(_mode) });
    else if (_kind.tag === KIND.Link) symlinkSync(_data, path);
    else {
      writeFileSync(path, bytes(_data), { mode: Number(_mode) });
      utimesSync(path, Number(_modified), Number(_modified));
    }
  }
  utimesSync(join(place, "empty"), 1_700_000_000, 1_700_000_000);
}

const OURS = ENTRIES.map((entry) => entry._name);

function parsed(archive: string, size = archive.length): ArchiveEntry[] {
  const parser = new TarParser();
  for (let at = 0; at < archive.length; at += size) parser.feed(archive.slice(at, at + size));
  parser.finish();
  return parser.entries;
}

test("packed data is unpacked, in pieces of any size", () => {
  const archive = ENTRIES.map(tarEntry).join("") + TAR_END;
  for (const size of [1e9, 512, 1000, 7]) expect(shown(parsed(archive, size))).toEqual(shown(ENTRIES));
});

test.skipIf(!has("tar"))("tar", () => {
  const place = join(folder, "tar-out");
  mkdirSync(place);
  // Writing a file sets the time of its folder, unless the folder's entry follows.
  const [dir, ...rest] = ENTRIES;
  execFileSync("tar", ["-xpf", "-", "-C", place], {
    input: bytes([...rest, dir!].map(tarEntry).join("") + TAR_END),
  });
  expect(unpacked(place)).toEqual(wanted());
  const source = join(folder, "tar-in");
  onDisk(source);
  for (const format of ["ustar", "pax", "gnu", "v7"]) {
    const names = OURS.filter((name) => (format !== "v7" && format !== "ustar" ? true : name !== LONG)).map(
      (name) => Buffer.from(name, "latin1").toString(),
    );
    const archive = execFileSync("tar", [`--format=${format}`, "--no-recursion", "-cf", "-", ...names], {
      cwd: source,
      maxBuffer: 1e9,
    }).toString("latin1");
    expect(shown(parsed(archive))).toEqual(
      shown(ENTRIES.filter(({ _name }) => names.length === OURS.length || _name !== LONG)),
    );
  }
});

test.skipIf(!has("tar"))("sparse files are refused: what follows their header is not what they hold", () => {
  const source = join(folder, "sparse");
  mkdirSync(source);
  writeFileSync(join(source, "holes"), "x");
  truncateSync(join(source, "holes"), 1 << 20);
  for (const format of ["gnu", "pax"]) {
    const archive = execFileSync("tar", [`--format=${format}`, "-S", "-cf", "-", "holes"], { cwd: source });
    expect(() => parsed(archive.toString("latin1"))).toThrow("holes is sparse, which is not supported");
  }
});

test("the sizes that an archive states allocate no memory", () => {
  const [entry] = ENTRIES.filter(({ _data }) => _data !== "").map(tarEntry);
  const said = (type: string, size: number): string => {
    const block = `${entry!.slice(0, 124)}${size.toString(8).padStart(11, "0")}\0${entry!.slice(136, 156)}${type}${entry!.slice(157, 512)}`;
    const sum = [...block].reduce(
      (all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte.charCodeAt(0)),
      0,
    );
    return `${block.slice(0, 148)}${sum.toString(8).padStart(6, "0")}\0 ${block.slice(156)}`;
  };
  expect(() => parsed(said("0", 0o77777777777))).toThrow("is too large: 8589934591 bytes");
  for (const type of "xgLK") expect(() => parsed(said(type, 1 << 21))).toThrow("records of 2097152 bytes");
});

test("times beyond the range of a header are kept", () => {
  const late = new ArchiveEntry("a", KIND.File, "", 0o644, 2 ** 34);
  expect(parsed(tarEntry(late) + TAR_END)[0]!._modified).toBe(2 ** 34);
});

async function zipped(): Promise<string> {
  const writer = new ZipWriter(compression);
  let archive = "";
  for (const entry of ENTRIES) archive += await writer.add(entry);
  return archive + writer.end();
}

test("ZIP is read again", async () => {
  expect(shown(await readZip(await zipped(), 1e9, compression))).toEqual(shown(ENTRIES));
  await expect(readZip(await zipped(), 1000, compression)).rejects.toThrow("larger than the limit");
});

test.skipIf(!has("unzip"))("unzip", async () => {
  const place = join(folder, "zip-out");
  const file = join(folder, "ours.zip");
  writeFileSync(file, bytes(await zipped()));
  execFileSync("unzip", ["-q", file, "-d", place], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
  expect(
    unpacked(place).map((line) => line.replace(/^empty 700 true false$/, "empty 700 true true")),
  ).toEqual(wanted());
});

test.skipIf(!has("python3"))("Python's zipfile", async () => {
  const file = join(folder, "check.zip");
  writeFileSync(file, bytes(await zipped()));
  const script =
    "import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nfor i in z.infolist(): print(len(z.read(i)), oct(i.external_attr>>16))";
  expect(execFileSync("python3", ["-c", script, file], { encoding: "utf8" })).toBe(
    ENTRIES.map(
      ({ _data, _kind, _mode }) =>
        `${_data.length} 0o${(Number(_mode) | (_kind.tag === KIND.Dir ? 0o40000 : _kind.tag === KIND.Link ? 0o120000 : 0o100000)).toString(8)}\n`,
    ).join(""),
  );
  const made = join(folder, "theirs.zip");
  const maker =
    "import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED)\nz.writestr('n\\u00e9/a.txt','hello'*1000)\nz.writestr('b','',zipfile.ZIP_STORED)\nz.comment=b'a comment'\nz.close()";
  execFileSync("python3", ["-c", maker, made]);
  const entries = await readZip(readFileSync(made).toString("latin1"), 1e9, compression);
  expect(entries.map(({ _name, _data }) => [_name, _data.length])).toEqual([
    ["n\xc3\xa9/a.txt", 5000],
    ["b", 0],
  ]);
});

test.skipIf(!has("python3"))("ZIP64 of Python", async () => {
  const made = join(folder, "wide.zip");
  const script = [
    "import sys,zipfile",
    "z=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED)",
    "with z.open('wide.txt','w',force_zip64=True) as f: f.write(b'hello'*1000)",
    "z.close()",
  ].join("\n");
  execFileSync("python3", ["-c", script, made]);
  const [entry] = await readZip(readFileSync(made).toString("latin1"), 1e9, compression);
  expect(entry!._data).toBe("hello".repeat(1000));
});

test.skipIf(!has("python3"))("ZIP behind a program that unpacks it", async () => {
  const program = "#!/bin/sh\nexit 0\n".padEnd(100_000, "x");
  expect(shown(await readZip(program + (await zipped()), 1e9, compression))).toEqual(shown(ENTRIES));
  const empty = new ZipWriter(compression).end();
  expect(await readZip(program + empty, 1e9, compression)).toEqual([]);
  // Python appends to a program with offsets that count its bytes, and the other way is a simple copy.
  const made = join(folder, "behind.zip");
  const script = [
    "import sys,zipfile",
    "open(sys.argv[1],'wb').write(b'#!/bin/sh\\n'+b'x'*5000)",
    "z=zipfile.ZipFile(sys.argv[1],'a',zipfile.ZIP_DEFLATED)",
    "with z.open('wide.txt','w',force_zip64=True) as f: f.write(b'hello'*1000)",
    "z.writestr('b','')",
    "z.close()",
  ].join("\n");
  execFileSync("python3", ["-c", script, made]);
  const behind = readFileSync(made).toString("latin1");
  for (const archive of [behind, program + behind]) {
    const entries = await readZip(archive, 1e9, compression);
    expect(entries[0]!._data).toBe("hello".repeat(1000));
    expect(entries.map(({ _name }) => _name)).toEqual(["wide.txt", "b"]);
  }
});

test("numbers of 64 bits are in the field for them", () => {
  const extra = `UT\x05\0\x01abcd${u16(1)}${u16(16)}${u64(7)}${u64(5 * 2 ** 32 + 9)}`;
  expect(wideNumbers([0xffffffff, 3, 0xffffffff], extra)).toEqual([7, 3, 5 * 2 ** 32 + 9]);
  expect(wideNumbers([0xffffffff, 0xffffffff, 0xffffffff], extra)).toBeNull();
  expect(wideNumbers([0xffffffff, 3, 4], "")).toEqual([0xffffffff, 3, 4]);
  expect(offset64(0xfffffffe)).toBe("");
  expect(wideNumbers([0xffffffff], offset64(5 * 2 ** 32))).toEqual([5 * 2 ** 32]);
  expect(end64({ entries: 65_534, size: 1, offset: 2 })).toBe("");
  // Such an archive is longer than a string can be, so only its end is read.
  const small = { entries: 70_000, size: 123, offset: 77 };
  const archive = "x".repeat(200) + end64(small);
  expect(directory64(archive, archive.length)).toEqual({ ...small, end: 200 });
  // Behind other data, its offset does not lead to it.
  expect(directory64(`stub${archive}`, archive.length + 4)).toEqual({ ...small, end: 204 });
});

test("damaged archives are reported, whatever is wrong with them", async () => {
  const zip = await zipped();
  const tar = ENTRIES.map(tarEntry).join("") + TAR_END;
  for (let i = 0; i < 100; i++) {
    const at = (i * 7919) % 3000;
    const flipped = (text: string): string =>
      text.slice(0, at) +
      String.fromCharCode((text.charCodeAt(at) ^ (1 << (i % 8))) & 255) +
      text.slice(at + 1);
    const tail = (text: string): string => text.slice(0, text.length - 1 - (i % 600));
    for (const damaged of [flipped(zip), tail(zip), zip.slice(-at - 30)])
      await readZip(damaged, 1e7, compression).catch((error: Error) =>
        expect(error.constructor.name).toBe("ArchiveProblem"),
      );
    for (const damaged of [flipped(tar), tar.slice(0, 1 + at)]) {
      try {
        parsed(damaged);
      } catch (error) {
        expect((error as Error).constructor.name).toBe("ArchiveProblem");
      }
    }
  }
});
