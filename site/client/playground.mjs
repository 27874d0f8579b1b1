// The playground: files, editor, runs, requests to a server of the program, and addresses that carry the files.
import { createEditor } from "./editor.mjs";
import { Engine } from "./engine.mjs";
import { showGoroutines } from "./goroutines.mjs";
import { startSearch } from "./search.mjs";
import { Session } from "./session.mjs";
import { areFiles, filesFromHash, hashOf, sharedHash } from "./share.mjs";

startSearch();

const element = (id) => document.getElementById(id);
const examples = JSON.parse(element("examples").textContent);
const START = 'fun main() {\n    print("hello")\n}\n';
const KEPT = "files";
const language = new Session("./language-worker.mjs");
const engine = new Engine();
const BROKEN = "the address of this page holds no files that can be read";
/** That of the address from which the files are. */
let hash = sharedHash();
const shared = await filesFromHash(hash);
if (hash !== "" && shared === null) element("state").textContent = BROKEN;
let files = shared ?? { "main.std": START };
const kept = keptFiles();
if (kept !== null) files = kept;
let current = first();
/** The files before the reader has changed them. */
let untouched = { ...files };
/** The port of the server that the program has started last. */
let port = 0;
/** Those of the editor, by file. */
let states = new Map();

const { view: editor, stateOf } = createEditor({
  parent: element("editor"),
  text: files[current],
  label: "Program",
  ask: (kind, content) => ask(kind, content),
  changed(text) {
    files[current] = text;
    keep();
  },
  run: () => element("run").click(),
});

function first() {
  return "main.std" in files ? "main.std" : Object.keys(files)[0];
}

/** The files as the reader left this page; null if the reader opens an address for its files. */
function keptFiles() {
  const [navigation] = performance.getEntriesByType("navigation");
  if (hash !== "" && navigation?.type !== "reload" && navigation?.type !== "back_forward") return null;
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT));
    return found?.hash === hash && areFiles(found.files) ? found.files : null;
  } catch {
    return null;
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ hash, files }));
  } catch {
    // The reader allows no storage, or it is full.
  }
}

const NOTHING = { diagnostics: [], hover: null, completions: { items: [] }, format: [] };

/** Asks about the text in the editor; other files than scripts have no answers. */
async function ask(kind, content = {}) {
  return current.endsWith(".std") ? language.ask(kind, { files, path: current, ...content }) : NOTHING[kind];
}

function show(name) {
  states.set(current, editor.state);
  current = name;
  editor.setState(states.get(name) ?? stateOf(files[name]));
  listFiles();
}

/** Replaces all files. */
function replaceFiles(replacement) {
  files = replacement;
  current = first();
  states = new Map();
  editor.setState(stateOf(files[current]));
  listFiles();
  keep();
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
    const name = prompt("Name of the file", "notes.std")?.trim() ?? "";
    if (name === "") return;
    if (name in files) return show(name);
    files[name] = "";
    show(name);
    keep();
    editor.focus();
  };
  const remove = document.createElement("button");
  remove.textContent = "Delete file";
  remove.disabled = current === "main.std";
  remove.onclick = () => {
    if (files[current] !== "" && !confirm(`Delete ${current}?`)) return;
    const name = current;
    show("main.std");
    delete files[name];
    states.delete(name);
    listFiles();
    keep();
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

function observe({ out, ports, goroutines, answer }) {
  if (out !== undefined) element("output").append(out);
  if (answer !== undefined) element("answer").append(answer);
  if (goroutines !== undefined) showGoroutines(goroutines, goTo);
  if (ports === undefined) return;
  element("panel").hidden = ports.length === 0;
  if (ports.length === 0) return;
  port = ports[0];
  element("url").value = `http://localhost:${port}${pathOf(element("url").value)}`;
}

/** The path and query of an address that may be only a path. */
function pathOf(url) {
  const path = url.replace(/^\w+:\/\/[^/]*/, "");
  return path.startsWith("/") ? path : `/${path}`;
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
  try {
    hash = await hashOf(files);
  } catch (error) {
    element("state").textContent = error.message;
    return;
  }
  history.replaceState(null, "", hash);
  keep();
  const copied = (await navigator.clipboard?.writeText(location.href).then(() => true, () => false)) ?? false;
  element("state").textContent = `the address of this page holds the files${copied ? ", and is copied" : ""}`;
};
// The reader enters another address, or goes back to one.
addEventListener("hashchange", async () => {
  const wanted = sharedHash();
  if (wanted === "" || wanted === hash) return;
  const found = await filesFromHash(wanted);
  if (found === null) {
    element("state").textContent = BROKEN;
    return;
  }
  hash = wanted;
  replaceFiles(found);
  untouched = { ...files };
});
element("send").onclick = async () => {
  const address = element("url").value;
  const url = /^\w+:/.test(address) ? address : `http://localhost:${port}${pathOf(address)}`;
  element("answer").textContent = "";
  try {
    const content = { method: element("method").value, url, headers: headers(), body: element("body").value };
    await engine.request(content);
  } catch (error) {
    element("answer").append(error.message);
  }
};

/** A header in each line, such as `Accept: text/html`. */
function headers() {
  const lines = element("headers").value.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const colon = line.indexOf(":");
    if (colon < 1) throw new Error(`${line.trim()} is not a header: write "Name: value"`);
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
}

for (const name of Object.keys(examples)) element("example").add(new Option(name, name));
element("example").onchange = ({ target }) => {
  const example = examples[target.value];
  // The same one may be chosen again.
  target.value = "";
  const changed = JSON.stringify(files) !== JSON.stringify(untouched);
  if (changed && !confirm("Replace the files by the example?")) return;
  replaceFiles({ "main.std": example });
  untouched = { ...files };
};
listFiles();
engine.prepare({ files: { ...files }, path: "main.std" });
document.body.dataset.ready = "true";
