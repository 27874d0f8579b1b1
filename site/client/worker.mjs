// Runs programs for a page. A page ends this worker to stop a program that does not end itself.
import {
  createEngine,
  createMachine,
  fromBytes,
  render,
  standardModules,
} from "../engine/index.js";

/** The page ends programs earlier, unless they listen. */
const LIMITS = { wallMillis: 3_600_000, memory: 500_000_000, output: 1_000_000 };
const POST_MILLIS = 40;
const MOST_ANSWER = 200_000;
const CAPABILITIES = { net: true, fs: true, env: true, process: true };
let machine = createMachine();

/** Checks a program and loads what it needs, without running it. */
async function prepare({ files, path }) {
  const engine = createEngine({
    modules: standardModules,
    machine: createMachine({ files }),
    capabilities: CAPABILITIES,
    observeGoroutines() {},
  });
  const { program } = engine.build({ path, text: files[path] }, "main");
  const needed = new Set(program?.natives);
  await Promise.all(standardModules.filter(({ name }) => needed.has(`std/${name}`)).map(({ load }) => load?.()));
}

/** Collects what a program prints: a message for each line would keep the page busy. */
class Output {
  #text = "";
  #posted = 0;
  #timer = null;

  write(text) {
    this.#text += text;
    if (Date.now() - this.#posted >= POST_MILLIS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), POST_MILLIS);
  }

  flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#text === "") return;
    postMessage({ out: this.#text });
    this.#text = "";
    this.#posted = Date.now();
  }
}

async function run({ files, path, args = [] }) {
  machine = createMachine({ files });
  machine.observePorts((ports) => postMessage({ ports: [...ports] }));
  const output = new Output();
  const write = (bytes) => output.write(fromBytes(bytes));
  const engine = createEngine({
    modules: standardModules,
    machine,
    capabilities: CAPABILITIES,
    observeGoroutines(goroutines) {
      output.flush();
      postMessage({ goroutines });
    },
    stdout: write,
    stderr: write,
    limits: LIMITS,
  });
  const outcome = await engine.run({ path, text: files[path] }, args);
  const problems = outcome.diagnostics.filter((one) => one.severity === "error");
  if (problems.length > 0) output.write(problems.map((one) => render(one)).join("\n"));
  else if (outcome.problem) output.write(`${outcome.problem}\n`);
  // Such as a part of the engine that could not be loaded.
  else if (outcome.exitReason?.kind === "internal") output.write(outcome.exitReason.text);
  output.flush();
  return { exitCode: outcome.exitCode };
}

/** The body of a request that the panel has sent before, and that may not have ended. */
let reading = null;

/** Sends a request to the program. The body of the response is posted as it arrives. */
async function request({ method, url, headers, body }) {
  await reading?.cancel().catch(() => {});
  if (/^wss?:/.test(url) || headers.some(([name]) => /^upgrade$/i.test(name)))
    throw new Error("the panel opens no WebSockets: open one in the program, with `websocket` of std/http");
  if (body !== "" && method === "GET") throw new Error("browsers send no body with GET: choose another method");
  const response = await machine.fetch(url, { method, headers, ...(body === "" ? {} : { body }) }).catch((error) => {
    throw error.code === "ECONNREFUSED" ? new Error(`no server listens at ${new URL(url).host}`) : error;
  });
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  postMessage({ answer: [String(response.status), ...lines, "", ""].join("\n") });
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  reading = reader;
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || reading !== reader) return;
    length += value.length;
    postMessage({ answer: value });
    if (length <= MOST_ANSWER) continue;
    postMessage({ answer: "\n(the rest is not shown)" });
    return reader.cancel();
  }
}

const ANSWERS = { prepare, run, request };

onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, value: await ANSWERS[data.kind](data) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};
