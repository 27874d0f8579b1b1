// Ten thousand edits in a project of 100 modules: the memory of the server after each thousand, and whether it shows
// in the end what a check from nothing finds.
//
//     node bench/editor/edits.ts [EDITS]
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { project } from "../check/programs.ts";
import { COMMAND, Editor } from "./editor.ts";

const count = Number(process.argv[2] ?? 10_000);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "std-bench-edits-")));
process.once("exit", () => rmSync(folder, { recursive: true }));
const files = project(100, 2);
for (const [name, text] of files) writeFileSync(join(folder, name), text);
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;

/** Numbers that look random and are the same in each run. */
let seed = 1;
function below(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

const editor = new Editor();
await editor.initialize(pathToFileURL(folder).href);
const names = ["m10.std", "m50.std", "m90.std"];
for (const name of names) editor.open(uriOf(name), files.get(name)!);
const insertions = ["x", " ", "(", "}", "\n", "let a = 1\n", '"', "// ", "s.", "print(1)\n", "sum", "🍵"];
for (let i = 0; i < count; i++) {
  const uri = uriOf(names[below(names.length)]!);
  const text = editor.text(uri);
  const at = below(text.length);
  // A pair of UTF-16 units stays together.
  const isInside = /[\udc00-\udfff]/.test(text[at] ?? "");
  if (isInside) continue;
  if (i % 2 === 0) editor.edit(uri, at, 0, insertions[below(insertions.length)]!);
  else {
    const { at: last, length } = editor.lastEdit(uri);
    if (length > 0) editor.edit(uri, last, length, "");
  }
  if (i % 10 === 0)
    await editor.request("textDocument/completion", {
      textDocument: { uri },
      position: editor.position(uri, at),
    });
  if (i % 1000 === 999) {
    await editor.idle();
    console.log(`${i + 1} edits: ${editor.memory().now.toFixed(0)} MB`);
  }
}
await editor.idle();
for (const name of names) writeFileSync(join(folder, name), editor.text(uriOf(name)));
// Closing shows what is on disk, which is the same now.
await editor.idle();
const { stdout } = spawnSync(process.execPath, [COMMAND, "check", "--json", folder], {
  encoding: "utf8",
  maxBuffer: 1e9,
  env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
});
interface Problem {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}
const expected = (JSON.parse(stdout) as Problem[]).map(({ file, line, code }) => `${file}:${line} ${code}`);
const shown = [...editor.shown].flatMap(([uri, all]) =>
  all.map(({ range, code }) => `${fileURLToPath(uri)}:${range.start.line + 1} ${code}`),
);
const missing = expected.filter((one) => !shown.includes(one));
const stale = shown.filter((one) => !expected.includes(one));
console.log(`shown: ${shown.length}; missing: ${missing.length}; stale: ${stale.length}`);
for (const one of [...missing.slice(0, 5), ...stale.slice(0, 5)]) console.log(one);
await editor.end();
process.exitCode = missing.length + stale.length === 0 ? 0 : 1;
