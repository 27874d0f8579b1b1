// What a test asks of its runner, in the process that runs it: subtests, logs, folders, snapshots and the
// batches of a benchmark.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fromBytes, monotonicMillis, Panic, toBytes, type TestDesk } from "../../runtime/host.ts";
import { Batches } from "./batches.ts";
import { failureOf, type Failure, type SubtestResult, type TestSettings } from "./results.ts";
import type { SnapshotFile } from "./snapshots.ts";

/** The longest name of a subtest; the rest is cut. */
const LONGEST_NAME = 100;
const MOST_LOGS = 200;

interface Node {
  readonly path: string;
  readonly begun: number;
  readonly children: Node[];
  /** How often each name was given to a subtest. */
  readonly names: Map<string, number>;
  readonly log: string[];
  failure: Failure | null;
  skipped: string | null;
  /** Null while it runs. */
  milliseconds: number | null;
}

export class Desk implements TestDesk {
  readonly root: string;
  readonly batches = new Batches();
  readonly #nodes = new Map<string, Node>();
  readonly #top: Node;
  readonly #selected: readonly string[];
  readonly #settings: TestSettings;
  readonly #folders: string[] = [];
  readonly #snapshots: SnapshotFile;

  /** @param selected the paths of subtests to run; empty: all */
  constructor(name: string, selected: readonly string[], settings: TestSettings, snapshots: SnapshotFile) {
    this.root = toBytes(name);
    this.#top = this.#add(this.root);
    this.#selected = selected.map(toBytes);
    this.#settings = settings;
    this.#snapshots = snapshots;
    snapshots.begin(name);
  }

  #add(path: string): Node {
    const node: Node = {
      path,
      begun: monotonicMillis(),
      children: [],
      names: new Map(),
      log: [],
      failure: null,
      skipped: null,
      milliseconds: null,
    };
    this.#nodes.set(path, node);
    return node;
  }

  #node(path: string): Node {
    return this.#nodes.get(path) ?? this.#top;
  }

  begin(parent: string, name: string): string | null {
    const above = this.#node(parent);
    const path = `${above.path}/${uniqueName(above.names, name)}`;
    const isSelected =
      this.#selected.length === 0 ||
      this.#selected.some((each) => isWithin(path, each) || isWithin(each, path));
    if (!isSelected) return null;
    above.children.push(this.#add(path));
    return path;
  }

  failed(test: string, panic: Panic, text: string): void {
    const node = this.#node(test);
    if (node.skipped !== null && panic.message === skipText(node.skipped)) return;
    node.failure ??= failureOf(panic.message, text, panic.compared ?? undefined);
  }

  end(test: string): boolean {
    const node = this.#node(test);
    node.milliseconds = Math.round(monotonicMillis() - node.begun);
    return !hasFailed(node);
  }

  skip(test: string, why: string): Panic {
    this.#node(test).skipped = why;
    return new Panic(skipText(why));
  }

  log(test: string, text: string): void {
    const { log } = this.#node(test);
    if (log.length < MOST_LOGS) log.push(fromBytes(text));
  }

  temporaryFolder(): string {
    mkdirSync(this.#settings.folder, { recursive: true });
    const folder = mkdtempSync(join(this.#settings.folder, "test-"));
    this.#folders.push(folder);
    return toBytes(folder);
  }

  snapshot(name: string, text: string): void {
    this.#snapshots.compare(name, text);
  }

  nextBatch(): number {
    return this.batches.next();
  }

  startBatch(): void {
    this.batches.start();
  }

  endBatch(): void {
    this.batches.end();
  }

  // ---- for the runner

  /** The reason if the test ended by being skipped with this message. */
  skippedBy(message: string): string | null {
    const { skipped } = this.#top;
    return skipped !== null && message === skipText(skipped) ? fromBytes(skipped) : null;
  }

  /** The failure of a test that has returned: that of a cleanup, or the number of failed subtests. */
  get failure(): Failure | null {
    const { failure, children } = this.#top;
    if (failure !== null) return failure;
    const failed = children.filter(hasFailed).length;
    if (failed === 0) return null;
    const of = `${failed} of ${children.length} ${children.length === 1 ? "subtest" : "subtests"} failed`;
    return { failure: of, trace: [], compared: null };
  }

  get lines(): readonly string[] {
    return this.#top.log;
  }

  get subtests(): SubtestResult[] {
    return this.#top.children.map(resultOf);
  }

  /** Removes the folders of the test. */
  close(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function skipText(why: string): string {
  return `skipped: ${why}`;
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

/** A name for a subtest: one line, not empty, and `name#2` if it was given before. */
function uniqueName(names: Map<string, number>, name: string): string {
  const line = name.replace(/[\r\n\t]+/g, " ").trim();
  const base = line === "" ? "(empty)" : toBytes(fromBytes(line).slice(0, LONGEST_NAME));
  const count = (names.get(base) ?? 0) + 1;
  names.set(base, count);
  if (count === 1) return base;
  return uniqueName(names, `${base}#${count}`);
}

function hasFailed(node: Node): boolean {
  return node.failure !== null || node.children.some(hasFailed);
}

const UNFINISHED: Failure = { failure: "it did not end", trace: [], compared: null };

function resultOf(node: Node): SubtestResult {
  const { path, children, skipped, milliseconds, log } = node;
  const failed = children.filter(hasFailed).length;
  const failure =
    node.failure ??
    (milliseconds === null
      ? UNFINISHED
      : failed > 0
        ? { failure: `${failed} of ${children.length} subtests failed`, trace: [], compared: null }
        : null);
  return {
    name: fromBytes(path),
    passed: failure === null,
    skipped: failure === null && skipped !== null ? fromBytes(skipped) : null,
    ...(failure ?? { failure: null, trace: [], compared: null }),
    log,
    milliseconds: milliseconds ?? 0,
    subtests: children.map(resultOf),
  };
}
