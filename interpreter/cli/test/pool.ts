// Distributes test files over processes. Files that use shared resources run one after the other, because
// they may use the same ports and files.
import { standardModules } from "../../../stdlib/index.ts";
import type { TestJob } from "./results.ts";
import { TestProcess, type Receive, type TimeLimit } from "./process.ts";

export function usesSharedResources({ program }: TestJob): boolean {
  return standardModules.some(
    ({ name, sharesResources }) => sharesResources === true && program.natives.includes(`std/${name}`),
  );
}

interface Waiting {
  readonly job: TestJob;
  readonly report: Receive;
  readonly done: () => void;
}

/** Runs the tests of files. */
export interface TestRunner {
  /** Resolves when every test of the file has been reported, in order. */
  run(job: TestJob, report: Receive): Promise<void>;
  /** Starts no other tests: their files end without further results. */
  stop(): void;
  end(): void;
}

export interface PoolOptions {
  /** The most files that run at the same time. */
  readonly processes: number;
  readonly limit: TimeLimit;
  /** Whether a file must not run at the same time as other such files. */
  readonly exclusive: (job: TestJob) => boolean;
}

export class TestPool implements TestRunner {
  readonly #options: PoolOptions;
  /** Idle processes. The first one starts before any file is checked, which takes about as long. */
  readonly #idle: TestProcess[] = [new TestProcess()];
  readonly #busy = new Set<TestProcess>();
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #exclusiveRuns = false;
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Resolves when every test of the file has been reported, in order. */
  run(job: TestJob, report: Receive): Promise<void> {
    return new Promise((done) => {
      if (this.#stopped) return done();
      this.#waiting.push({ job, report, done });
      this.#startNext();
    });
  }

  /** Ends the tests that run, and starts no others: their files end without further results. */
  stop(): void {
    this.#stopped = true;
    for (const { done } of this.#waiting.splice(0)) done();
    this.end();
  }

  /** Ends all processes, busy or not. */
  end(): void {
    for (const process of [...this.#idle, ...this.#busy]) process.end();
  }

  #startNext(): void {
    const { processes, exclusive } = this.#options;
    while (this.#running < processes) {
      const index = this.#waiting.findIndex(({ job }) => !this.#exclusiveRuns || !exclusive(job));
      if (index < 0) return;
      const [next] = this.#waiting.splice(index, 1);
      void this.#start(next!, exclusive(next!.job));
    }
  }

  async #start({ job, report, done }: Waiting, exclusive: boolean): Promise<void> {
    this.#running++;
    if (exclusive) this.#exclusiveRuns = true;
    for (let next = 0; next < job.tests.length && !this.#stopped; )
      next = await this.#runIn(this.#idle.pop() ?? new TestProcess(), job, next, report);
    this.#running--;
    if (exclusive) this.#exclusiveRuns = false;
    done();
    this.#startNext();
  }

  async #runIn(process: TestProcess, job: TestJob, first: number, report: Receive): Promise<number> {
    this.#busy.add(process);
    const next = await process.run(job, first, this.#options.limit, (result, extras) => {
      if (!this.#stopped) report(result, extras);
    });
    this.#busy.delete(process);
    if (process.isAlive) this.#idle.push(process);
    return next;
  }
}
