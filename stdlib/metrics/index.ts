// std/metrics: counters, gauges and histograms, for the program and for std/web.
import type { MetricFamily } from "../../interpreter/host/index.ts";
import {
  floatText,
  Panic,
  type MaybePromise,
  type NativeTable,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { checkedDefinition } from "./definitions.ts";
import { registryOf, type Family, type Series } from "./registry.ts";
import { openMetricsText, prometheusText } from "./text.ts";

export { checkedDefinition } from "./definitions.ts";
export { registryOf } from "./registry.ts";
export type { Family, Registry, Series } from "./registry.ts";
export { openMetricsText, prometheusText } from "./text.ts";

/** A metric, or one of its series. */
class Metric {
  readonly family: Family;
  private readonly series: Series | null;

  constructor(family: Family, series: Series | null = family.only) {
    this.family = family;
    this.series = series;
  }

  /** @throws Panic if the metric has labels, and this has no values of them */
  one(): Series {
    if (this.series !== null) return this.series;
    const { name, labels } = this.family.definition;
    throw new Panic(`metric ${name} has labels: name their values first, by with([${labels.join(", ")}])`);
  }
}

class Counter extends Metric {}
class Gauge extends Metric {}
class Histogram extends Metric {}

export function create(runtime: Runtime): NativeTable {
  const registry = registryOf(runtime);

  const added = (counter: Counter, x: number): void => {
    if (!(x >= 0))
      throw new Panic(`counter ${counter.family.definition.name}: it can only grow, not by ${floatText(x)}`);
    counter.one().add(x);
  };
  const gaugeAdded = (gauge: Gauge, x: number): void => {
    const series = gauge.one();
    series.set(series.numbers[0]! + x, runtime.host.now());
  };
  const all = (write: (families: readonly MetricFamily[]) => string): MaybePromise<string> => {
    const families = registry.all();
    return families instanceof Promise ? runtime.scheduler.external(families.then(write)) : write(families);
  };

  return {
    structs: { Counter, Gauge, Histogram },
    functions: {
      counter: (name: string, help: string, labels: string[]): Counter =>
        new Counter(registry.define(checkedDefinition("counter", [name, help], labels))),
      gauge: (name: string, help: string, labels: string[], across: string): Gauge =>
        new Gauge(registry.define(checkedDefinition("gauge", [name, help], labels, across))),
      histogram: (name: string, help: string, labels: string[], buckets: number[]): Histogram =>
        new Histogram(registry.define(checkedDefinition("histogram", [name, help], labels, "sum", buckets))),
      "Counter.with": ({ family }: Counter, values: string[]): Counter =>
        new Counter(family, family.with(values)),
      "Counter.inc": (counter: Counter): void => counter.one().add(1),
      "Counter.add": added,
      "Gauge.with": ({ family }: Gauge, values: string[]): Gauge => new Gauge(family, family.with(values)),
      "Gauge.set": (gauge: Gauge, x: number): void => gauge.one().set(x, runtime.host.now()),
      "Gauge.add": gaugeAdded,
      "Gauge.inc": (gauge: Gauge): void => gaugeAdded(gauge, 1),
      "Gauge.dec": (gauge: Gauge): void => gaugeAdded(gauge, -1),
      "Histogram.with": ({ family }: Histogram, values: string[]): Histogram =>
        new Histogram(family, family.with(values)),
      "Histogram.observe": (histogram: Histogram, x: number): void => histogram.one().observe(x),
      text: () => all(prometheusText),
      open_metrics: () => all(openMetricsText),
    },
  };
}
