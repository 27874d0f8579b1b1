// `npm run quick [-- FILE...]`: an answer within some ten seconds for a change in one room. Checks the types,
// the style of the changed files, the layers, the unit tests of the rooms of the changed files and the
// conformance scripts that test these rooms (the table of conformance/README.md), without a build. The files
// are those named, or those that differ from the last commit. `npm test` checks everything.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { conform } from "./conform.ts";

const root = dirname(import.meta.dirname);
/** So many scripts take some seconds; if a room has more, they are a sample. */
const MOST_SCRIPTS = 100;

/** The files below the root that differ from the last commit, new ones included. */
function changedFiles(): string[] {
  const { stdout } = spawnSync("git", ["status", "--porcelain", "--untracked-files=all", "--no-renames"], {
    cwd: root,
    encoding: "utf8",
  });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
}

/** The unit tests beside the files, without slow ones and those that need a build. */
function testsBeside(files: readonly string[]): string[] {
  const rooms = new Set(
    files.filter((file) => /\.(?:ts|std)$/.test(file)).map((file) => posix.dirname(file)),
  );
  return [...rooms]
    .flatMap((room) => globSync(`${room}/*.test.ts`, { cwd: root }))
    .filter((file) => !/\.(?:slow|sampled)\.test\.ts$/.test(file))
    .filter((file) => !/testing\/(?:built|command)\.ts"/.test(readFileSync(join(root, file), "utf8")));
}

/** The prefixes of the scripts that test the files: themselves, or by the table of conformance/README.md. */
export function scriptsFor(files: readonly string[], table: string): string[] {
  const prefixes = new Set<string>();
  for (const file of files) {
    const [, own] = /^conformance\/(.+\.std)$/.exec(file) ?? [];
    const [, module] = /^stdlib\/(\w+)\//.exec(file) ?? [];
    if (own !== undefined) prefixes.add(own);
    else if (module !== undefined) prefixes.add(module === "http" ? "http/" : `std/${module}/`);
    for (const { folders, rooms } of rowsOf(table))
      if (rooms.some((room) => file.startsWith(`${room}/`)))
        for (const folder of folders) prefixes.add(folder);
  }
  return [...prefixes];
}

/** The rows `| folders | rooms |` of the table. `stdlib/` as a room is every module. */
function rowsOf(table: string): { folders: string[]; rooms: string[] }[] {
  return [...table.matchAll(/^\| (`[^|]+) \| ([^|]+) \|$/gm)].map(([, folders, rooms]) => ({
    folders: quoted(folders!).filter((folder) => folder.endsWith("/")),
    rooms: quoted(rooms!).filter((room) => /^(?:interpreter|stdlib)\/\w/.test(room)),
  }));
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
}

/** Runs a program. Prints its output if it fails; resolves with whether it succeeded. */
function step(title: string, words: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", STDLANG_BUILD: "0" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => {
    child.on("close", (status) => {
      report(title, status === 0, started);
      if (status !== 0) process.stdout.write(output);
      resolve(status === 0);
    });
  });
}

function report(title: string, isFine: boolean, started: number): void {
  console.log(
    `${isFine ? "ok    " : "FAILED"} ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
}

async function scripts(files: readonly string[]): Promise<boolean> {
  const prefixes = scriptsFor(files, readFileSync(join(root, "conformance/README.md"), "utf8"));
  if (prefixes.length === 0) return true;
  const started = performance.now();
  const lines: string[] = [];
  const { passed, failed, skipped } = await conform({
    prefixes,
    fromSources: true,
    most: MOST_SCRIPTS,
    print: (line) => lines.push(line),
  });
  const left = skipped === 0 ? "" : `, ${skipped} left to \`npm run conform -- ${prefixes.join(" ")}\``;
  report(`${passed + failed} conformance scripts${left}`, failed === 0, started);
  if (failed > 0) console.log(lines.join("\n"));
  return failed === 0;
}

const bin = (path: string): string => join(root, "node_modules", path);

async function quick(named: readonly string[]): Promise<boolean> {
  const files = (named.length > 0 ? named : changedFiles()).filter((file) => existsSync(join(root, file)));
  const styled = files.filter((file) => /\.(?:ts|json|mjs|css)$/.test(file));
  const tests = testsBeside(files);
  const types = join(root, "node_modules/.cache/quick.tsbuildinfo");
  const first = [
    step("types", [bin("typescript/bin/tsc"), "--noEmit", "--incremental", "--tsBuildInfoFile", types]),
    ...(styled.length === 0
      ? []
      : [step("style", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", ...styled])]),
    step("layers", [join(root, "scripts/check-layers.ts")]),
    ...(tests.length === 0
      ? []
      : [
          step(`${tests.length} files of tests`, [
            bin("vitest/vitest.mjs"),
            "run",
            "--silent=true",
            ...tests,
          ]),
        ]),
    scripts(files),
  ];
  return (await Promise.all(first)).every((isFine) => isFine);
}

if (import.meta.main) process.exitCode = (await quick(process.argv.slice(2))) ? 0 : 1;
