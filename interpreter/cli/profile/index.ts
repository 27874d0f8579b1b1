// `std run --profile` and `--heap-profile`: the profilers of V8, in terms of the script.
import { writeFileSync } from "node:fs";
import { Session, type HeapProfiler, type Profiler } from "node:inspector";
import type { CompiledProgram, Launched } from "../../launch/index.ts";
import { CODE_NAME, monotonicMillis } from "../../runtime/host.ts";
import { printError, printProblem } from "../output/terminal.ts";
import { pageOf } from "./html.ts";
import { Located } from "./locate.ts";
import { profileOf, rowsOf, totalOf, type EngineNode, type Profile } from "./tree.ts";
import { Waits } from "./waits.ts";

export interface ProfileOptions {
  readonly kind: "time" | "heap";
  /** Where the page is written. */
  readonly file: string;
  /** The name of the program. */
  readonly title: string;
}

const SAMPLE_MICROS = 500;
const SAMPLE_BYTES = 16_384;
const MOST_ROWS = 20;

/** A request to the inspector of this thread is answered immediately. */
function ask<Result>(session: Session, method: string, params: object = {}): Result {
  let answer: Result | undefined;
  session.post(method, params, (error: Error | null, result?: object) => {
    if (error !== null) throw error;
    answer = result as Result;
  });
  return answer!;
}

export class Profiling {
  readonly #session = new Session();
  readonly #options: ProfileOptions;
  readonly #located: Located;
  readonly #waits = new Waits();
  #begun = 0;

  constructor(options: ProfileOptions, { positions, code }: CompiledProgram) {
    this.#options = options;
    this.#located = new Located(positions, code);
    this.#session.connect();
  }

  start(launched: Launched): void {
    const session = this.#session;
    if (this.#options.kind === "heap")
      ask(session, "HeapProfiler.startSampling", {
        samplingInterval: SAMPLE_BYTES,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      });
    else {
      ask(session, "Profiler.enable");
      ask(session, "Profiler.setSamplingInterval", { interval: SAMPLE_MICROS });
      ask(session, "Profiler.start");
      this.#waits.start(launched);
    }
    this.#begun = monotonicMillis();
  }

  /** Writes the page, and prints the table. Returns false if the page cannot be written. */
  end(): boolean {
    return this.#options.kind === "heap" ? this.#endOfHeap() : this.#endOfTime();
  }

  #endOfTime(): boolean {
    this.#waits.end();
    const elapsed = monotonicMillis() - this.#begun;
    const { profile } = ask<Profiler.StopReturnType>(this.#session, "Profiler.stop");
    const { root, idle } = profileOf(timeTree(profile), this.#located, CODE_NAME);
    const summary = `${Math.round(elapsed)} ms: ${Math.round(totalOf(root))} ms computing, ${Math.round(idle)} ms waiting`;
    return this.#write({ root, idle }, summary, (ms) => `${ms.toFixed(1)} ms`);
  }

  #endOfHeap(): boolean {
    const { profile } = ask<HeapProfiler.StopSamplingReturnType>(this.#session, "HeapProfiler.stopSampling");
    const made = profileOf(heapTree(profile.head), this.#located, CODE_NAME);
    const show = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
    return this.#write(made, `${show(totalOf(made.root))} allocated`, show);
  }

  #write({ root }: Profile, summary: string, show: (cost: number) => string): boolean {
    const { kind, file, title } = this.#options;
    const rows = rowsOf(root).filter(({ self, total }) => self > 0 || total > 0);
    const waits = kind === "time" ? this.#waits.rows : null;
    const shown = rows.filter(({ self }) => self > 0).slice(0, MOST_ROWS);
    const table = shown.map(({ self, name, location }) =>
      `${show(self).padStart(12)}  ${name} ${location}`.trimEnd(),
    );
    const waited = (waits ?? [])
      .slice(0, MOST_ROWS)
      .map(([what, ms]) => `${`${ms.toFixed(1)} ms`.padStart(12)}  ${what}`);
    const below = waited.length === 0 ? [] : ["waiting, all goroutines added up:", ...waited];
    printError(`${[summary, ...table, ...below].join("\n")}\n`);
    try {
      writeFileSync(file, pageOf({ title: `${title}: ${kind}`, summary, root, rows, waits, show }));
      printError(`wrote ${file}\n`);
      return true;
    } catch (error) {
      printProblem(`cannot write ${file}: ${(error as Error).message}`);
      return false;
    }
  }
}

/** The tree of a profile of V8, with milliseconds. */
function timeTree({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): EngineNode {
  const times = new Map<number, number>();
  samples.forEach((id, i) => {
    // The time until the next sample belongs to what this one saw.
    times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[i + 1] ?? 0) / 1000);
  });
  const byId = new Map(nodes.map((each) => [each.id, each]));
  const built = (id: number): EngineNode => {
    const { callFrame, children = [], positionTicks = [] } = byId.get(id)!;
    const self = times.get(id) ?? 0;
    const ticks = positionTicks.reduce((sum, each) => sum + each.ticks, 0);
    const lines = positionTicks.map((each) => [each.line, (self * each.ticks) / ticks] as const);
    return { callFrame, self, lines, children: children.map(built) };
  };
  return built(nodes[0]!.id);
}

function heapTree({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): EngineNode {
  return { callFrame, self: selfSize, lines: [], children: children.map(heapTree) };
}
