// The thread in which the programs of a REPL run, so that the prompt always responds. Receives compiled
// programs, and sends values back as text.
import { parentPort, workerData } from "node:worker_threads";
import { standardModules } from "../../stdlib/index.ts";
import { nodeSystem, systemFor } from "../host/node/index.ts";
import { packageModules } from "../packages-on-demand.ts";
import { openSession, type Evaluated } from "../launch/index.ts";
import { ENTRY, showValue, showWhole } from "../repl/running.ts";
import {
  BufferedOutput,
  describeInternalError,
  DirectOutput,
  FatalPanic,
  fromBytes,
  grant,
  type AnyValue,
  type ShownType,
} from "../runtime/host.ts";
import { stderrSink, stdoutSink } from "./output/terminal.ts";
import type { Reply, Request, WorkerSettings } from "./repl/worker-messages.ts";

const ANY_RUN = 2;

const port = parentPort!;
const settings = workerData as WorkerSettings;
const interrupt = new Int32Array(settings.interrupt);
const waitingReads: ((line: Uint8Array | null) => void)[] = [];
let evaluating = false;
/** The last value that was shown. */
let last: AnyValue | null = null;
/** Whether the running input, or a goroutine of an earlier one, was interrupted. */
let interrupted = false;

/** Writes directly while an input runs, because the other thread may be slower than a loop that prints. */
function sink(stream: "stdout" | "stderr", direct: (bytes: string) => void): (bytes: string) => void {
  return (bytes) => {
    const text = stream === "stderr" ? withoutEntry(bytes) : bytes;
    if (evaluating || !settings.reportsBackground) direct(text);
    else send({ kind: "output", stream, bytes: text });
  };
}

const capabilities = grant(settings.capabilities, nodeSystem.links);
const session = openSession({
  modules: standardModules,
  packageModules,
  host: {
    args: ["repl"],
    capabilities,
    system: systemFor(capabilities),
    readInput: () =>
      new Promise((resolve) => {
        waitingReads.push(resolve);
        send({ kind: "needInput" });
      }),
    now: Date.now,
  },
  stdout: new BufferedOutput(sink("stdout", stdoutSink)),
  stderr: new DirectOutput(sink("stderr", stderrSink)),
  step() {
    const asked = Atomics.load(interrupt, 0);
    if (asked === 0 || (asked !== ANY_RUN && !session.runsForeground())) return;
    Atomics.store(interrupt, 0, 0);
    interrupted = true;
    throw new FatalPanic("interrupted");
  },
  exited: (code) => send({ kind: "exit", code }),
});

process.on("uncaughtException", (error) => session.fail(error));

port.on("message", (request: Request) => {
  switch (request.kind) {
    case "evaluate":
      evaluating = true;
      evaluate(request);
      break;
    case "whole":
      send({ kind: "whole", text: wholeText(request.width) });
      break;
    case "abandon":
      session.abandon();
      break;
    case "input":
      waitingReads.shift()?.(request.line);
      break;
  }
});

function evaluate({ program, storeKeys }: Request & { kind: "evaluate" }): void {
  interrupted = false;
  session
    .evaluate(program)
    .then((outcome) => answer(outcome, storeKeys))
    .catch((error: unknown) => {
      evaluating = false;
      send({
        kind: "failed",
        text: fromBytes(describeInternalError(error, false)),
        isSet: storeKeys.map(() => false),
      });
    });
}

function answer(outcome: Evaluated, storeKeys: readonly string[]): void {
  evaluating = false;
  waitingReads.length = 0;
  Atomics.store(interrupt, 0, 0);
  const isSet = storeKeys.map((key) => key in session.store.values);
  if (outcome.kind === "exit") return send({ kind: "exit", code: outcome.code });
  if (outcome.kind === "panic" && interrupted) return send({ kind: "failed", text: "interrupted\n", isSet });
  if (outcome.kind !== "value")
    return send({ kind: "failed", text: withoutEntry(fromBytes(outcome.text)), isSet });
  // Also for an input without value: the value that a `?` returned.
  send({ kind: "value", value: shown(outcome.value as AnyValue), isSet });
}

/** A trace without the hidden function of the input. */
function withoutEntry(text: string): string {
  return text.replace(new RegExp(`^  at ${ENTRY} .*\\n`, "gm"), "").replaceAll(`${ENTRY}.`, "");
}

function wholeText(width: number): string | null {
  if (last === null) return null;
  try {
    return showWhole(last.value, last.type as ShownType, width);
  } catch {
    // Too long for one text, or nested too deeply.
    return showValue(last.value, last.type as ShownType);
  }
}

function shown(any: AnyValue): { text: string; type: string } | null {
  const { value, type } = any;
  if (type.text === "()") return null;
  last = any;
  return { text: showValue(value, type as ShownType), type: fromBytes(type.text) };
}

function send(reply: Reply): void {
  port.postMessage(reply);
}
