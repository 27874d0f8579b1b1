// The metrics of one program, and their series.
import type {
  MetricDefinition,
  MetricFamily,
  MetricSample,
  SharedMetrics,
} from "../../interpreter/host/index.ts";
import { MOST_SERIES } from "../../interpreter/host/index.ts";
import { Panic, type Runtime } from "../../interpreter/runtime/index.ts";

/** Longer values of labels are cut: clients may choose them. */
const LONGEST_VALUE = 1024;
/** The values of the series that counts what is beyond `MOST_SERIES`. */
const OVERFLOW = "other";

/** One combination of values of the labels. */
export class Series {
  readonly family: Family;
  readonly values: readonly string[];
  readonly numbers: number[];
  /** When it was set. */
  private at = 0;
  private isChanged = false;

  constructor(family: Family, values: readonly string[]) {
    this.family = family;
    this.values = values;
    const { kind, bounds } = family.definition;
    this.numbers = new Array<number>(kind === "histogram" ? bounds.length + 2 : 1).fill(0);
  }

  add(x: number): void {
    this.numbers[0]! += x;
    this.family.registry.changed(this);
  }

  set(x: number, now: number): void {
    this.numbers[0] = x;
    this.at = now;
    this.family.registry.changed(this);
  }

  observe(x: number): void {
    const { bounds } = this.family.definition;
    let at = 0;
    while (at < bounds.length && !(x <= bounds[at]!)) at++;
    this.numbers[at]! += 1;
    this.numbers[bounds.length + 1]! += x;
    this.family.registry.changed(this);
  }

  /** Returns whether this is the first change since `sample` was called. */
  marked(): boolean {
    if (this.isChanged) return false;
    this.isChanged = true;
    return true;
  }

  sample(): MetricSample {
    this.isChanged = false;
    return { values: this.values, numbers: this.numbers.slice(), at: this.at };
  }
}

export class Family {
  readonly registry: Registry;
  readonly definition: MetricDefinition;
  private readonly byValues = new Map<string, Series>();
  /** The series of a metric without labels. */
  readonly only: Series | null;

  constructor(registry: Registry, definition: MetricDefinition) {
    this.registry = registry;
    this.definition = definition;
    this.only = definition.labels.length === 0 ? this.with([]) : null;
  }

  get series(): Iterable<Series> {
    return this.byValues.values();
  }

  /** @throws Panic if their number is wrong */
  with(values: readonly string[]): Series {
    const { labels, name } = this.definition;
    if (values.length !== labels.length)
      throw new Panic(`metric ${name} has ${labels.length} labels, but with got ${values.length} values`);
    const key = values.length === 1 ? values[0]! : keyOf(values);
    return this.byValues.get(key) ?? this.added(key, values);
  }

  private added(key: string, values: readonly string[]): Series {
    if (values.some((value) => value.length > LONGEST_VALUE))
      return this.with(values.map((value) => value.slice(0, LONGEST_VALUE)));
    const isOverflow = values.every((value) => value === OVERFLOW);
    if (this.byValues.size >= MOST_SERIES && !isOverflow) return this.with(values.map(() => OVERFLOW));
    const series = new Series(this, [...values]);
    this.byValues.set(key, series);
    this.registry.changed(series);
    return series;
  }
}

function keyOf(values: readonly string[]): string {
  let key = "";
  for (const value of values) key += `${value.length}:${value}`;
  return key;
}

export class Registry {
  private readonly families = new Map<string, Family>();
  private readonly shared: SharedMetrics | null;
  /** The series that have changed since the other processes last received them. */
  private list: Series[] = [];
  private readonly readings: (() => void)[] = [];

  constructor(shared: SharedMetrics | null) {
    this.shared = shared;
    shared?.join((isRead) => this.changes(isRead));
  }

  /** Returns the metric of this definition. @throws Panic if another one has its name */
  define(definition: MetricDefinition): Family {
    const known = this.families.get(definition.name);
    if (known !== undefined) {
      if (isSame(known.definition, definition)) return known;
      throw new Panic(`metric ${definition.name} is already defined differently`);
    }
    const taken = this.conflicting(definition);
    if (taken !== null)
      throw new Panic(`metric ${definition.name}: its samples would have names of the metric ${taken}`);
    const family = new Family(this, definition);
    this.families.set(definition.name, family);
    return family;
  }

  /** Returns the metric whose samples would share names with those of this one. */
  private conflicting(definition: MetricDefinition): string | null {
    const own = new Set(sampleNames(definition));
    for (const { definition: other } of this.families.values())
      if (sampleNames(other).some((name) => own.has(name))) return other.name;
    return null;
  }

  /** Registers a function that brings metrics up to date before they are read. */
  beforeReading(read: () => void): void {
    this.readings.push(read);
  }

  changed(series: Series): void {
    if (this.shared === null || !series.marked()) return;
    this.list.push(series);
    if (this.list.length === 1) this.shared.changed();
  }

  /** Returns the metrics of this process. */
  own(): MetricFamily[] {
    for (const read of this.readings) read();
    return Array.from(this.families.values(), ({ definition, series }) => ({
      definition,
      samples: Array.from(series, (each) => each.sample()),
    }));
  }

  private changes(isRead: boolean): MetricFamily[] {
    if (isRead) for (const read of this.readings) read();
    const { list } = this;
    this.list = [];
    const byFamily = Map.groupBy(list, (series) => series.family);
    return Array.from(byFamily, ([{ definition }, series]) => ({
      definition,
      samples: series.map((each) => each.sample()),
    }));
  }

  /** Returns the metrics of all processes; at once if there is only one. */
  all(): readonly MetricFamily[] | Promise<readonly MetricFamily[]> {
    if (this.shared === null) return this.own();
    return this.shared.collect().then((families) => families ?? this.own());
  }
}

function isSame(a: MetricDefinition, b: MetricDefinition): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The names of the lines that a metric has in either format. */
function sampleNames({ name, kind }: MetricDefinition): string[] {
  if (kind === "gauge") return [name];
  if (kind === "counter") return [name, name.endsWith("_total") ? name.slice(0, -6) : `${name}_total`];
  return [name, `${name}_bucket`, `${name}_sum`, `${name}_count`];
}

const registries = new WeakMap<Runtime, Registry>();

/** Returns the registry of a program. */
export function registryOf(runtime: Runtime): Registry {
  let known = registries.get(runtime);
  if (known === undefined) registries.set(runtime, (known = new Registry(runtime.host.metrics ?? null)));
  return known;
}
