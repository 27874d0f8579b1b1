// The playground: files, editor, runs, requests to a server of the program, and addresses that carry the files.
import { createEditor } from "./editor.mjs";
import { Engine } from "./engine.mjs";
import { showGoroutines } from "./goroutines.mjs";
import { startSearch } from "./search.mjs";
import { Session } from "./session.mjs";
import { filesFromHash, hashOf } from "./share.mjs";

startSearch();

const element = (id) => document.getElementById(id);
const examples = JSON.parse(element("examples").textContent);
const START = 'fun main() {\n    print("hello")\n}\n';
const MOST_OUTPUT = 200_000;
const language = new Session("./language-worker.mjs");
let files = (await filesFromHash(location.hash)) ?? { "main.std": START };
let current = "main.std" in files ? "main.std" : Object.keys(files)[0];
const engine = new Engine();
let replacing = false;

const editor = createEditor({
  parent: element("editor"),
  text: files[current],
  label: "Program",
  ask: (kind, content) => ask(kind, content),
  changed: (text) => {
    if (!replacing) files[current] = text;
  },
});

const NOTHING = { diagnostics: [], hover: null, completions: { items: [] }, format: [] };

/** Asks about the text in the editor; other files than scripts have no answers. */
async function ask(kind, content = {}) {
  return current.endsWith(".std") ? language.ask(kind, { files, path: current, ...content }) : NOTHING[kind];
}

function setText(text) {
  replacing = true;
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  replacing = false;
}

function show(name) {
  current = name;
  setText(files[name]);
  listFiles();
}

function listFiles() {
  const tabs = Object.keys(files).map((name) => {
    const tab = document.createElement("button");
    tab.textContent = name;
    tab.setAttribute("aria-pressed", String(name === current));
    tab.onclick = () => show(name);
    return tab;
  });
  const add = document.createElement("button");
  add.textContent = "New file";
  add.onclick = () => {
    const name = prompt("Name of the file", "notes.std");
    if (name === null || name === "" || name in files) return;
    files[name] = "";
    show(name);
  };
  const remove = document.createElement("button");
  remove.textContent = "Delete file";
  remove.disabled = current === "main.std";
  remove.onclick = () => {
    delete files[current];
    show("main.std");
  };
  element("files").replaceChildren(...tabs, add, remove);
}

/** Shows a line of a file of the program. */
function goTo(name, line) {
  if (name !== current) show(name);
  const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
  editor.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  editor.focus();
}

function observe({ out, ports, goroutines }) {
  const output = element("output");
  if (out !== undefined && output.textContent.length < MOST_OUTPUT) output.textContent += out;
  if (goroutines !== undefined) showGoroutines(goroutines, goTo);
  if (ports === undefined) return;
  element("panel").hidden = ports.length === 0;
  if (ports.length > 0) element("url").value = `http://localhost:${ports[0]}/`;
}

element("run").onclick = async () => {
  element("output").textContent = "";
  element("answer").textContent = "";
  element("run").disabled = true;
  element("stop").disabled = false;
  element("state").textContent = "running";
  try {
    const { exitCode } = await engine.run({ files, path: "main.std" }, observe);
    element("state").textContent = exitCode === 0 ? "done" : `ended with status ${exitCode}`;
  } catch (error) {
    element("state").textContent = error.message;
  }
  showGoroutines([], goTo);
  element("panel").hidden = true;
  element("run").disabled = false;
  element("stop").disabled = true;
};
element("stop").onclick = () => engine.stop();
element("format").onclick = async () => {
  const edits = await ask("format");
  editor.dispatch({
    changes: edits.map(({ span, text }) => ({ from: span.start, to: span.end, insert: text })),
  });
  const broken =
    edits.length === 0 && (await ask("diagnostics")).some(({ message }) => /\[[LP]\d+\]/.test(message));
  element("state").textContent = broken ? "not formatted: the program has syntax errors" : "formatted";
};
element("share").onclick = async () => {
  history.replaceState(null, "", await hashOf(files));
  element("state").textContent = "the address of this page now holds the files";
  await navigator.clipboard?.writeText(location.href).catch(() => {});
};
element("send").onclick = async () => {
  const content = { method: element("method").value, url: element("url").value, body: element("body").value };
  element("answer").textContent = await engine.request(content).catch((error) => error.message);
};
for (const name of Object.keys(examples)) element("example").add(new Option(name, name));
element("example").onchange = ({ target }) => {
  if (target.value === "") return;
  files = { "main.std": examples[target.value] };
  show("main.std");
};
listFiles();
engine.prepare({ files: { ...files }, path: "main.std" });
document.body.dataset.ready = "true";
