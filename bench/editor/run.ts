// The language server in its own process, with a project of 100 modules and 21,500 lines: how long it takes from its
// start to the first diagnostics, from a key press to its diagnostics, to proposals and to the end of a request
// that is cancelled, on the clock; and its memory.
//
//     node bench/editor/run.ts [ROUNDS]
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { project } from "../check/programs.ts";
import { Editor } from "./editor.ts";

const rounds = Number(process.argv[2] ?? 3);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "std-bench-editor-")));
process.once("exit", () => rmSync(folder, { recursive: true }));
const files = project(100, 2);
for (const [name, text] of files) writeFileSync(join(folder, name), text);

const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
const NAME = "m50.std";
const URI = uriOf(NAME);
const TEXT = files.get(NAME)!;
/** Where a letter makes an error. */
const AT = TEXT.indexOf("let m = ") + "let m = ".length;

interface Time {
  /** Milliseconds on the clock. */
  readonly clock: number;
  /** Milliseconds that the main thread of the server computed. */
  readonly computed: number;
}
type Times = readonly Time[];

async function timed(editor: Editor, work: () => Promise<unknown>): Promise<Time> {
  const [begin, before] = [performance.now(), editor.computed()];
  await work();
  return { clock: performance.now() - begin, computed: editor.computed() - before };
}

function millis(all: Times): string {
  const shown = (of: (time: Time) => number): string => {
    const sorted = all.map(of).toSorted((a, b) => a - b);
    return `${sorted[all.length >> 1]!.toFixed(1)} ms, at most ${sorted.at(-1)!.toFixed(1)} ms`;
  };
  return `${shown(({ clock }) => clock)}; computed ${shown(({ computed }) => computed)}`;
}

async function first(editor: Editor): Promise<void> {
  await editor.initialize(pathToFileURL(folder).href);
  const shown = editor.published(URI);
  editor.open(URI, `${TEXT.slice(0, AT)}x${TEXT.slice(AT)}`);
  await shown;
}

async function keys(editor: Editor): Promise<Times> {
  const times: Time[] = [];
  for (let i = 0; i < 61; i++) {
    times.push(
      await timed(editor, () => {
        if (i % 2 === 0) editor.edit(URI, AT, 1, "");
        else editor.edit(URI, AT, 0, "x");
        return editor.published(URI);
      }),
    );
  }
  return times;
}

async function completions(editor: Editor): Promise<Times> {
  const times: Time[] = [];
  const at = editor.text(URI).indexOf("    return m + 1");
  for (let i = 0; i < 30; i++) {
    const typed = ["    m.", "    su", "    total."][i % 3]!;
    editor.edit(URI, at, 0, `${typed}\n`);
    const time = await timed(editor, async () => {
      const { items } = (await editor.request("textDocument/completion", {
        textDocument: { uri: URI },
        position: editor.position(URI, at + typed.length),
      })) as { items: unknown[] };
      if (items.length === 0 && typed !== "    total.") throw new Error(`nothing is proposed after ${typed}`);
    });
    times.push(time);
    editor.edit(URI, at, typed.length + 1, "");
    await editor.idle();
  }
  return times;
}

/** References in all files, cancelled while they are looked for. */
async function cancellations(editor: Editor): Promise<Times> {
  const times: Time[] = [];
  const at = editor.text(URI).indexOf("fun link50") + "fun l".length;
  for (let i = 0; i < 10; i++) {
    editor.edit(URI, AT, 0, "1 + ");
    const { cancel, answer } = editor.started("textDocument/references", {
      textDocument: { uri: URI },
      position: editor.position(URI, at),
      context: { includeDeclaration: true },
    });
    await new Promise((resolve) => setTimeout(resolve, i * 4));
    times.push(
      await timed(editor, () => {
        cancel();
        return answer;
      }),
    );
    editor.edit(URI, AT, 4, "");
    await editor.idle();
  }
  return times;
}

for (let i = 0; i < rounds; i++) {
  const begin = performance.now();
  const editor = new Editor();
  await first(editor);
  const time = (performance.now() - begin).toFixed(0);
  console.log(`first diagnostics: ${time} ms; computed ${editor.computed().toFixed(0)} ms`);
  console.log(`after a key press: ${millis(await keys(editor))}`);
  await editor.idle();
  console.log(`completion: ${millis(await completions(editor))}`);
  console.log(`cancelled: ${millis(await cancellations(editor))}`);
  const { now, most } = editor.memory();
  console.log(`memory: ${now.toFixed(0)} MB, at most ${most.toFixed(0)} MB`);
  await editor.end();
}
