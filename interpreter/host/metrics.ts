// The metrics of several processes that run one program (`std run --workers`): what they exchange, and the
// interface that std/metrics uses.

export type MetricKind = "counter" | "gauge" | "histogram";

/** How a gauge of several processes becomes one number. */
export type Across = "sum" | "max" | "last";

/** A metric, as the program defines it. */
export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly kind: MetricKind;
  readonly labels: readonly string[];
  readonly across: Across;
  /** The upper bounds of the buckets of a histogram, ascending, without the infinite one. */
  readonly bounds: readonly number[];
}

/**
 * One series: its labels' values and its numbers. A counter and a gauge have one number; a histogram has the
 * number of observations in each bucket, the infinite one included, and their sum.
 */
export interface MetricSample {
  readonly values: readonly string[];
  readonly numbers: readonly number[];
  /** When a gauge was set, in milliseconds since 1970. */
  readonly at: number;
}

export interface MetricFamily {
  readonly definition: MetricDefinition;
  readonly samples: readonly MetricSample[];
}

/** What the parent of several processes does with their metrics. */
export interface SharedMetrics {
  /**
   * Called once, with a function that returns what has changed since its last call; `isRead` says that the
   * numbers are about to be read.
   */
  join(changes: (isRead: boolean) => readonly MetricFamily[]): void;
  /** Called when something has changed for the first time since `changes` was called. */
  changed(): void;
  /** Returns the metrics of all processes, or null if they cannot be had. */
  collect(): Promise<readonly MetricFamily[] | null>;
}

/** The most series of one metric: what is beyond is counted in one whose labels are all `other`. */
export const MOST_SERIES = 2000;
