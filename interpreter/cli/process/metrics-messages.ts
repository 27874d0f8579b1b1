// What workers and their parent send each other about metrics, over the channel that also carries connections
// (interpreter/host/node/shared-ports.ts). JSON has no infinite numbers, so these are texts.
import type { MetricDefinition, MetricFamily } from "../../host/index.ts";

interface SentSample {
  readonly values: readonly string[];
  readonly numbers: readonly (number | string)[];
  readonly at: number;
}

export interface SentFamily {
  readonly definition: MetricDefinition;
  readonly samples: readonly SentSample[];
}

export type MetricsFromWorker =
  /** What has changed; the answer to a request of the parent if it has a number. */
  | { readonly metrics: readonly SentFamily[]; readonly answers: number }
  /** Asks for the metrics of all workers. */
  | { readonly collect: number };

export type MetricsToWorker =
  | { readonly changes: number }
  | { readonly collected: number; readonly families: readonly SentFamily[] };

export function sent(families: readonly MetricFamily[]): SentFamily[] {
  return families.map(({ definition, samples }) => ({
    definition,
    samples: samples.map((sample) => ({
      ...sample,
      numbers: sample.numbers.map((x) => (Number.isFinite(x) ? x : String(x))),
    })),
  }));
}

export function received(families: readonly SentFamily[]): MetricFamily[] {
  return families.map(({ definition, samples }) => ({
    definition,
    samples: samples.map((sample) => ({ ...sample, numbers: sample.numbers.map(Number) })),
  }));
}
