// One file's tests, run one after the other, each as a program of its own (language 16). Used in this
// process and in worker threads, so everything here is plain data.
import type { CompiledProgram, Ending } from "../launch/index.ts";
import { fromBytes, monotonicMillis, type Output } from "../runtime/index.ts";
import { processHost } from "./process-host.ts";
import { start } from "./start.ts";

export interface TestJob {
  readonly file: string;
  readonly program: CompiledProgram;
  readonly tests: readonly { readonly name: string; readonly index: number }[];
}

export interface TestResult {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  /** `panic: …`, or null after a non-zero exit. */
  readonly failure: string | null;
  /** What it gave to `exit`, or null. */
  readonly exit: number | null;
  /** The script functions that led to a panic. */
  readonly trace: readonly string[];
  /** What it printed, as far as anybody would read it. */
  readonly output: string;
  readonly milliseconds: number;
}

const EVERYTHING = { net: true, fs: true, env: true, process: true };

const LONGEST_HEAD = 2_000;
const LONGEST_TAIL = 8_000;

/** What a test prints is not part of the report; its beginning and end help to understand a failure. */
class Recording implements Output {
  #head = "";
  #tail = "";
  #dropped = 0;

  write(bytes: string): void {
    const room = LONGEST_HEAD - this.#head.length;
    this.#head += bytes.slice(0, Math.max(0, room));
    this.#tail += bytes.slice(Math.max(0, room));
    // Now and then, so that each byte is moved once.
    if (this.#tail.length > 2 * LONGEST_TAIL) this.#cut();
  }

  flush(): void {}

  get text(): string {
    if (this.#tail.length > LONGEST_TAIL) this.#cut();
    const gap = this.#dropped === 0 ? "" : `\n… ${this.#dropped} bytes …\n`;
    return fromBytes(this.#head) + gap + fromBytes(this.#tail);
  }

  #cut(): void {
    const end = this.#tail.length - LONGEST_TAIL;
    this.#dropped += end;
    this.#tail = this.#tail.slice(end);
  }
}

/** Panics come back as the ending of the test. */
const nowhere: Output = { write() {}, flush() {} };

/** Hands each result on as soon as it is there. */
export async function runJob(job: TestJob, report: (result: TestResult) => void): Promise<void> {
  for (const { name, index } of job.tests) {
    const begin = monotonicMillis();
    const printed = new Recording();
    const ending = await new Promise<Ending>((resolve, reject) => {
      const host = processHost(job.file, [], EVERYTHING);
      start(job.program, { host, stdout: printed, stderr: nowhere, index }, resolve).catch(reject);
    });
    const milliseconds = Math.round(monotonicMillis() - begin);
    report({ file: job.file, name, milliseconds, output: printed.text, ...verdict(ending) });
  }
}

function verdict(ending: Ending): Pick<TestResult, "passed" | "failure" | "exit" | "trace"> {
  switch (ending.kind) {
    case "done":
      return { passed: true, failure: null, exit: null, trace: [] };
    case "exit":
      return { passed: ending.code === 0, failure: null, exit: ending.code, trace: [] };
    case "panic": {
      const message = `panic: ${fromBytes(ending.message)}`;
      const trace = fromBytes(ending.text).slice(message.length).split("\n").map((line) => line.trim());
      return { passed: false, failure: message, exit: null, trace: trace.filter((line) => line !== "") };
    }
    case "failed":
    case "internal":
      return { passed: false, failure: fromBytes(ending.text).trimEnd(), exit: null, trace: [] };
  }
}
