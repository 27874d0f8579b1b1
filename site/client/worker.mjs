// Runs programs for a page. A page ends this worker to stop a program that does not end itself.
import {
  createEngine,
  createMachine,
  fromBytes,
  render,
  standardModules,
} from "../engine/index.js";

const LIMITS = { wallMillis: 20_000 };
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

async function run({ files, path, args = [] }) {
  machine = createMachine({ files });
  machine.observePorts((ports) => postMessage({ ports: [...ports] }));
  const write = (bytes) => postMessage({ out: fromBytes(bytes) });
  const engine = createEngine({
    modules: standardModules,
    machine,
    capabilities: CAPABILITIES,
    observeGoroutines: (goroutines) => postMessage({ goroutines }),
    stdout: write,
    stderr: write,
    limits: LIMITS,
  });
  const outcome = await engine.run({ path, text: files[path] }, args);
  const problems = outcome.diagnostics.filter((one) => one.severity === "error");
  if (problems.length > 0) postMessage({ out: problems.map((one) => render(one)).join("\n") });
  else if (outcome.problem) postMessage({ out: `${outcome.problem}\n` });
  return { exitCode: outcome.exitCode };
}

async function request({ method, url, body }) {
  const response = await machine.fetch(url, { method, ...(body === "" ? {} : { body }) });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return `${response.status}\n${headers}\n\n${await response.text()}`;
}

const ANSWERS = { prepare, run, request };

onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, value: await ANSWERS[data.kind](data) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};
