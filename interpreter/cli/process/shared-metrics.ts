// The parent's side of metrics: what each worker has reported, what the workers that have ended had counted, and
// the sums of all.
import type { ChildProcess } from "node:child_process";
import type { MetricDefinition, MetricFamily, MetricSample } from "../../host/index.ts";
import { MOST_SERIES } from "../../host/index.ts";
import { received, sent, type MetricsFromWorker, type MetricsToWorker } from "./metrics-messages.ts";

/** How long a worker may take to report. What it reported before counts if it takes longer. */
const LONGEST_WAIT_MS = 1000;

/** Samples by the names of their metrics, and by the values of their labels. */
type Samples = Map<string, Map<string, MetricSample>>;

interface Member {
  readonly worker: ChildProcess;
  readonly samples: Samples;
}

export class SharedMetrics {
  private readonly definitions = new Map<string, MetricDefinition>();
  private readonly members = new Set<Member>();
  /** What workers that have ended leave behind. */
  private readonly ended: Samples = new Map();
  private asked = 0;
  /** The workers that have not answered a request. */
  private readonly waiting = new Map<number, { readonly members: Set<Member>; readonly done: () => void }>();

  serve(worker: ChildProcess): void {
    let member: Member | null = null;
    worker.on("message", (message: MetricsFromWorker | object) => {
      if (!("collect" in message || "metrics" in message)) return;
      if (member === null) this.members.add((member = { worker, samples: new Map() }));
      if ("collect" in message) void this.collect(member, message.collect);
      else this.reported(member, message.metrics, message.answers);
    });
    worker.once("close", () => {
      if (member !== null) this.left(member);
    });
  }

  private reported(member: Member, families: Parameters<typeof received>[0], answers: number): void {
    for (const { definition, samples } of received(families)) {
      if (!this.definitions.has(definition.name)) this.definitions.set(definition.name, definition);
      for (const sample of samples) put(member.samples, definition, sample);
    }
    this.answered(member, answers);
  }

  private answered(member: Member, number: number): void {
    const request = this.waiting.get(number);
    if (request?.members.delete(member) === true && request.members.size === 0) request.done();
  }

  /** Asks all workers for their changes, and sends one of them the sums. */
  private async collect({ worker }: Member, number: number): Promise<void> {
    const request = ++this.asked;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.waiting.delete(request);
        resolve();
      };
      const timer = setTimeout(done, LONGEST_WAIT_MS);
      this.waiting.set(request, { members: new Set(this.members), done });
      for (const each of this.members) send(each.worker, { changes: request });
    });
    send(worker, { collected: number, families: sent(this.all()) });
  }

  private left(member: Member): void {
    this.members.delete(member);
    for (const [name, samples] of member.samples) {
      const definition = this.definitions.get(name)!;
      if (definition.kind === "gauge" && definition.across !== "last") continue;
      for (const sample of samples.values()) merge(this.ended, definition, sample);
    }
    // The others need not wait for it.
    for (const number of this.waiting.keys()) this.answered(member, number);
  }

  private all(): MetricFamily[] {
    const sums: Samples = new Map();
    for (const { samples } of [{ samples: this.ended }, ...this.members])
      for (const [name, bySeries] of samples)
        for (const sample of bySeries.values()) merge(sums, this.definitions.get(name)!, sample);
    return Array.from(this.definitions.values(), (definition) => ({
      definition,
      samples: [...(sums.get(definition.name)?.values() ?? [])],
    }));
  }
}

function send(worker: ChildProcess, message: MetricsToWorker): void {
  if (worker.connected) worker.send(message, () => {});
}

function put(samples: Samples, { name }: MetricDefinition, sample: MetricSample): void {
  let bySeries = samples.get(name);
  if (bySeries === undefined) samples.set(name, (bySeries = new Map()));
  bySeries.set(JSON.stringify(sample.values), sample);
}

/** Adds a sample to those of other processes. */
function merge(samples: Samples, definition: MetricDefinition, sample: MetricSample): void {
  const bySeries = samples.get(definition.name);
  const known = bySeries?.get(JSON.stringify(sample.values));
  if (known !== undefined) return put(samples, definition, joined(definition, known, sample));
  const isFull = (bySeries?.size ?? 0) >= MOST_SERIES && sample.values.some((value) => value !== "other");
  if (isFull) merge(samples, definition, { ...sample, values: sample.values.map(() => "other") });
  else put(samples, definition, sample);
}

function joined({ kind, across }: MetricDefinition, a: MetricSample, b: MetricSample): MetricSample {
  const later = b.at >= a.at ? b : a;
  if (kind === "gauge" && across === "last") return later;
  const isMost = kind === "gauge" && across === "max";
  const numbers = a.numbers.map((x, i) => {
    const y = b.numbers[i] ?? 0;
    return isMost ? Math.max(x, y) : x + y;
  });
  return { ...later, numbers };
}
