// Sources that the host reads asynchronously, from a database or over the network. Loading is synchronous: it
// runs with the answers received so far, records the requests that are pending, and is repeated when those
// have been answered.
import { has, inherited } from "./own/index.ts";
import { BudgetExceeded } from "./limits/index.ts";
import {
  isProblem,
  type Problem,
  type SourceReader,
  type PackageLookup,
  type PackageName,
} from "./modules/index.ts";
import { describe, HostError, thrownText } from "./runtime/host.ts";
import { handled, isThenable, untilAborted } from "./guarded-host.ts";
import { utf8 } from "./source/index.ts";

/**
 * Reads the files of programs; its methods may return promises. See
 * docs/embedding.md#programs-from-elsewhere.
 */
export interface LateReader {
  /**
   * Returns the one path that identifies the file at `path`, so that a file imported twice is loaded once; an
   * object with a `problem` for a missing file.
   */
  canonical(path: string): ReturnType<SourceReader["canonical"]> | Promise<string | Problem>;
  /**
   * Returns the content of a file, as bytes or text, by its canonical path; an object with a `problem` if it
   * cannot be read.
   */
  read(path: string): Uint8Array | string | Problem | Promise<Uint8Array | string | Problem>;
  /**
   * Returns the names of the files in a folder, null if there is no such folder. Only the check of literals asks
   * for it, to read a folder of migrations; without it, there are no folders.
   */
  list?(path: string): readonly string[] | null | Promise<readonly string[] | null>;
}

/** Returns the root folder of an external package, null if it is not installed. May return a promise. */
export type LatePackageLookup = (name: PackageName) => string | null | Promise<string | null>;

/** The sources of programs: the reader and the packages of an engine. */
export interface Origin {
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
}

export interface LateOrigin {
  readonly reader: LateReader;
  readonly packages: LatePackageLookup;
}

/**
 * An origin for work that cannot wait. Its methods throw a HostError if the host throws or returns a promise.
 */
export function immediate({ reader, packages }: LateOrigin): Origin {
  const now = <T>(what: string, take: (answer: unknown) => T, ask: () => unknown): T =>
    asked(what, () => {
      const answer = ask();
      if (isThenable(answer)) {
        handled(answer);
        throw new HostError(`${what} returned a promise: use run, load, checkAsync or buildAsync`);
      }
      return take(answer);
    });
  const list = inherited(reader, "list");
  return {
    reader: {
      canonical: (path) => now("canonical", pathOf, () => reader.canonical(path)),
      read: (path) => now("read", bytesOf, () => reader.read(path)),
      ...(list !== undefined && { list: (path) => now("list", namesOf, () => list.call(reader, path)) }),
    },
    packages: (name) => now("packages", folderOf, () => packages(name)),
  };
}

// The checks of what the host returns. All throw a HostError for a value of the wrong type.

function pathOf(answer: unknown): string | Problem {
  return typeof answer === "string" ? answer : problemOf("canonical", answer, "a path");
}

function bytesOf(answer: unknown): Uint8Array | Problem {
  if (typeof answer === "string") return utf8(answer);
  return answer instanceof Uint8Array ? answer : problemOf("read", answer, "a Uint8Array or text");
}

function namesOf(answer: unknown): readonly string[] | null {
  if (answer === null || answer === undefined) return null;
  if (Array.isArray(answer) && answer.every((name) => typeof name === "string")) return answer as string[];
  throw new HostError(`list returned ${describe(answer)}, which is neither a list of names nor null`);
}

function folderOf(answer: unknown): string | null {
  if (answer === null || answer === undefined || typeof answer === "string") return answer ?? null;
  throw new HostError(`packages returned ${describe(answer)}, which is neither a folder nor null`);
}

function problemOf(what: string, answer: unknown, wanted: string): Problem {
  if (isProblem(answer)) {
    const { problem, hint } = answer;
    if (typeof problem === "string") return { problem, ...(typeof hint === "string" && { hint }) };
  }
  throw new HostError(`${what} returned ${describe(answer)}, which is neither ${wanted} nor a problem`);
}

/** @throws HostError for anything that the host throws */
function asked<T>(what: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw error instanceof HostError ? error : mistake(what, error);
  }
}

function mistake(what: string, cause: unknown): HostError {
  return new HostError(`${what} threw ${thrownText(cause)}`, { cause });
}

/** Stands for a pending answer; results that depend on it are discarded. */
const OPEN: Problem = { problem: "" };

type Answer = { readonly value: unknown } | { readonly error: unknown };

/** An origin with the answers received so far. */
export class AwaitedOrigin implements Origin {
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
  readonly #answers = new Map<string, Answer>();
  readonly #open = new Map<string, PromiseLike<unknown>>();

  constructor({ reader, packages }: LateOrigin) {
    const list = inherited(reader, "list");
    this.reader = {
      canonical: (path) => this.#ask("canonical", path, OPEN, pathOf, () => reader.canonical(path)),
      read: (path) => this.#ask("read", path, OPEN, bytesOf, () => reader.read(path)),
      ...(list !== undefined && {
        list: (path) => this.#ask("list", path, null, namesOf, () => list.call(reader, path)),
      }),
    };
    this.packages = (name) => {
      const { host, owner, name: own } = name;
      return this.#ask("packages", `${host}/${owner}/${own}`, null, folderOf, () => packages(name));
    };
  }

  /** Whether requests are pending. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Waits for all pending answers, for at most `millis` or until `signal` is aborted.
   * @throws BudgetExceeded after `millis`
   */
  async settle(millis: number, signal: AbortSignal | undefined): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    const all = Promise.all(
      open.map(async ([question, promise]) => {
        try {
          this.#answers.set(question, { value: await promise });
        } catch (error) {
          this.#answers.set(question, { error });
        }
      }),
    );
    if (
      !(await untilAborted(
        all.then(() => {}),
        signal,
        millis,
      ))
    )
      throw new BudgetExceeded("time");
  }

  #ask<T>(what: string, about: string, open: T, take: (answer: unknown) => T, ask: () => unknown): T {
    const question = `${what} ${about}`;
    const known = this.#answers.get(question);
    if (known !== undefined) {
      if (has(known, "error")) throw mistake(what, known.error);
      return asked(what, () => take(known.value));
    }
    if (this.#open.has(question)) return open;
    return asked(what, () => {
      const answer = ask();
      if (!isThenable(answer)) return take(answer);
      // Another method of the host may fail before this promise is awaited.
      this.#open.set(question, handled(answer));
      return open;
    });
  }
}
