// Runs tests for a debugger: in this process, one file after the other, without time limits.
import { standardModules } from "../../../stdlib/index.ts";
import type { CompileExpression, DebugServer } from "../debug/index.ts";
import type { TestRunner } from "./pool.ts";
import type { Receive } from "./process.ts";
import type { TestJob } from "./results.ts";
import { runJob } from "./run-file.ts";

export class DebuggedTests implements TestRunner {
  readonly #server: DebugServer;
  readonly #compile: CompileExpression;
  #last: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(server: DebugServer, compile: CompileExpression) {
    this.#server = server;
    this.#compile = compile;
  }

  run(job: TestJob, report: Receive): Promise<void> {
    this.#last = this.#last.then(() => this.#start(job, report));
    return this.#last;
  }

  stop(): void {
    this.#stopped = true;
  }

  end(): void {
    this.#server.end();
  }

  async #start(job: TestJob, report: Receive): Promise<void> {
    const modules = standardModules.filter(({ name }) => job.program.natives.includes(`std/${name}`));
    await Promise.all(modules.map(({ load }) => load?.()));
    for (const test of job.tests) {
      if (this.#stopped) return;
      await runJob({ ...job, tests: [test] }, report, async (name) => {
        const probe = await this.#server.prepare(job.program, name, this.#compile);
        return { probe, connect: (launched) => probe.connect(launched) };
      });
    }
  }
}
