// A process that runs tests for `std test`. It is killed if a test takes too long. If it ends in any other
// way, only its current test fails.
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { entryPoint } from "../entry-point.ts";
import {
  plainResult,
  type Extras,
  type FromChild,
  type LastState,
  type TestJob,
  type TestResult,
  type ToChild,
} from "./results.ts";
import { askThroughDebugger } from "./debugger.ts";

/** The time for an answer; a program that waits answers immediately. */
const ANSWER_MS = 500;
const MOST_STDERR = 10_000;

export interface TimeLimit {
  readonly milliseconds: number;
  /** The limit as given on the command line. */
  readonly text: string;
}

/** Receives a result; without extras, the process has ended. */
export type Receive = (result: TestResult, extras: Extras | null) => void;

export class TestProcess {
  readonly #child: ChildProcess;
  #stderr = "";
  /** How the process ended. */
  #ended: string | null = null;

  constructor() {
    const flags = process.execArgv.filter((flag) => !flag.startsWith("--inspect"));
    this.#child = spawn(
      process.execPath,
      [...flags, "--inspect-port=127.0.0.1:0", fileURLToPath(entryPoint("test-child"))],
      {
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        serialization: "advanced",
      },
    );
    this.#child
      .stderr!.setEncoding("utf8")
      .on("data", (text: string) => (this.#stderr = (this.#stderr + text).slice(-MOST_STDERR)));
    this.#child.on("error", (error) => (this.#ended ??= error.message));
    this.#child.on(
      "close",
      (status, signal) => (this.#ended ??= signal === null ? `status ${status}` : `signal ${signal}`),
    );
  }

  /**
   * Runs the tests of a file from the index `first` on. Resolves with the index at which another process must
   * continue.
   */
  run(job: TestJob, first: number, limit: TimeLimit, report: Receive): Promise<number> {
    const child = this.#child;
    return new Promise((resolve) => {
      let next = first;
      let timer: NodeJS.Timeout | undefined;
      const finish = (): void => {
        clearTimeout(timer);
        child.off("message", onMessage).off("close", onEnd).off("error", onEnd);
        resolve(next);
      };
      const fail = (failure: string, milliseconds: number, last: LastState | null): void => {
        const { file, tests } = job;
        // It has ended after its last test.
        if (next >= tests.length) return finish();
        const { standing: trace, output } = last ?? { standing: [], output: "" };
        const { name } = tests[next++]!;
        report(plainResult(file, name, { failure, trace, output, milliseconds }), null);
        finish();
      };
      const onMessage = (message: FromChild): void => {
        if ("result" in message) {
          next++;
          report(message.result, message.extras);
        }
        clearTimeout(timer);
        if ("done" in message) finish();
        else if (limit.milliseconds !== Infinity)
          timer = setTimeout(() => setImmediate(onTime, next), limit.milliseconds);
      };
      // While this process was busy, compiling another file for example, a result may have arrived: it is
      // read first.
      const onTime = (index: number): void => {
        if (index !== next) return;
        child.off("message", onMessage).off("close", onEnd).off("error", onEnd);
        void this.#lastState().then((last) => {
          this.end();
          fail(`timed out after ${limit.text} s`, Math.round(limit.milliseconds), last);
        });
      };
      const onEnd = (): void => fail(this.#death(), 0, null);
      if (this.#ended !== null) return onEnd();
      child.on("message", onMessage).on("close", onEnd).on("error", onEnd);
      const message: ToChild = { job: { ...job, tests: job.tests.slice(first) } };
      child.send(message);
    });
  }

  /** Whether it can run another file. */
  get isAlive(): boolean {
    return this.#ended === null;
  }

  end(): void {
    this.#ended ??= "killed";
    this.#child.kill("SIGKILL");
  }

  /** The location of the current test; null if the process does not answer, as in a system call. */
  async #lastState(): Promise<LastState | null> {
    const child = this.#child;
    const answer = await new Promise<LastState | null>((resolve) => {
      const timer = setTimeout(() => {
        child.off("message", onMessage);
        resolve(null);
      }, ANSWER_MS);
      const onMessage = (message: FromChild): void => {
        if (!("last" in message)) return;
        clearTimeout(timer);
        child.off("message", onMessage);
        resolve(message.last);
      };
      child.on("message", onMessage);
      const question: ToChild = { expired: true };
      child.send(question);
    });
    if (answer !== null) return answer;
    const text = await askThroughDebugger(child, "stdTestExpired()");
    return text === null ? null : (JSON.parse(text) as LastState);
  }

  #death(): string {
    if (this.#stderr.includes("out of memory")) return "panic: out of memory";
    return `its process ended: ${this.#ended}`;
  }
}
