// Every page: search, and buttons to run the programs of the page. An editor is loaded with the first click.
import { startSearch } from "./search.mjs";
import { Engine } from "./engine.mjs";
import { Session } from "./session.mjs";

startSearch();

/** One language service answers all editors of the page. */
let language = null;

const engine = new Engine();
const blocks = [...document.querySelectorAll("[data-run]")];
for (const block of blocks) makeRunnable(block);
if (blocks.length > 0) engine.prepare(fileOf(blocks[0].querySelector("pre").textContent));

function fileOf(text) {
  return { files: { "main.std": text }, path: "main.std" };
}

function button(label, main = false) {
  const made = document.createElement("button");
  made.textContent = label;
  made.className = main ? "main" : "";
  return made;
}

function makeRunnable(block) {
  const source = block.querySelector("pre");
  const bar = document.createElement("div");
  bar.className = "bar";
  const run = button("Run", true);
  const edit = button("Edit");
  const reset = button("Reset");
  reset.hidden = true;
  const stop = button("Stop");
  stop.hidden = true;
  const state = document.createElement("span");
  state.className = "state";
  state.setAttribute("role", "status");
  const out = document.createElement("pre");
  out.className = "out";
  out.tabIndex = 0;
  out.setAttribute("role", "log");
  out.setAttribute("aria-label", "Output");
  bar.append(run, stop, edit, reset, state);
  block.append(bar, out);
  let editor = null;
  const text = () => editor?.state.doc.toString() ?? source.textContent;

  edit.onclick = async () => {
    edit.hidden = true;
    const { createEditor } = await import("./editor.mjs");
    language ??= new Session("./language-worker.mjs");
    let current = source.textContent;
    const parent = document.createElement("div");
    source.replaceWith(parent);
    editor = createEditor({
      parent,
      text: current,
      label: "Program",
      ask: (kind, content = {}) =>
        language.ask(kind, { files: { "main.std": current }, path: "main.std", ...content }),
      changed: (changed) => {
        current = changed;
      },
      run: () => run.click(),
    }).view;
    reset.hidden = false;
    editor.focus();
  };
  reset.onclick = () => {
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: source.textContent } });
  };
  stop.onclick = () => engine.stop();
  run.onclick = async () => {
    out.textContent = "";
    out.classList.remove("wrong");
    run.disabled = true;
    stop.hidden = false;
    state.textContent = "running";
    const observe = ({ out: piece }) => {
      if (piece !== undefined) out.append(piece);
    };
    try {
      const { exitCode } = await engine.run(fileOf(text()), observe);
      out.classList.toggle("wrong", exitCode !== 0);
      state.textContent = exitCode === 0 ? "done" : `ended with status ${exitCode}`;
    } catch (error) {
      state.textContent = error.message;
    }
    run.disabled = false;
    stop.hidden = true;
  };
}
