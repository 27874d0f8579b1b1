// Sources that the host looks up elsewhere, in a database or over the network: its answers may be promises.
// Loading is synchronous, so it runs with the answers that are there, notes the questions that are open, and is
// repeated when these have been answered.
import { BudgetExceeded } from "./limits/index.ts";
import {
  isProblem,
  type Problem,
  type SourceReader,
  type PackageLookup,
  type PackageName,
} from "./modules/index.ts";
import { describe, HostError, thrownText } from "./runtime/host.ts";
import { isThenable, untilAborted } from "./guarded-host.ts";

/** A reader whose answers may come later. */
export interface LateReader {
  /** The one path that identifies the file behind `path`. */
  canonical(path: string): ReturnType<SourceReader["canonical"]> | Promise<string | Problem>;
  /** The bytes of a file or its text, by canonical path. */
  read(path: string): Uint8Array | string | Problem | Promise<Uint8Array | string | Problem>;
}

/** Where the root folder of an external package lies, perhaps later; null when it is not installed. */
export type LatePackageLookup = (name: PackageName) => string | null | Promise<string | null>;

/** Where sources come from: the reader and the packages of an engine. */
export interface Origin {
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
}

export interface LateOrigin {
  readonly reader: LateReader;
  readonly packages: LatePackageLookup;
}

/** For work that cannot wait. Its methods throw a HostError where the host throws or answers with a promise. */
export function immediate({ reader, packages }: LateOrigin): Origin {
  const now = <T>(what: string, take: (answer: unknown) => T, ask: () => unknown): T =>
    asked(what, () => {
      const answer = ask();
      if (isThenable(answer))
        throw new HostError(`${what} gave a promise: use run, load, checkAsync or buildAsync`);
      return take(answer);
    });
  return {
    reader: {
      canonical: (path) => now("canonical", pathOf, () => reader.canonical(path)),
      read: (path) => now("read", bytesOf, () => reader.read(path)),
    },
    packages: (name) => now("packages", folderOf, () => packages(name)),
  };
}

// What the host may answer. All throw a HostError for what is none.

function pathOf(answer: unknown): string | Problem {
  return typeof answer === "string" ? answer : problemOf("canonical", answer, "a path");
}

function bytesOf(answer: unknown): Uint8Array | Problem {
  if (typeof answer === "string") return Buffer.from(answer);
  return answer instanceof Uint8Array ? answer : problemOf("read", answer, "a Uint8Array or text");
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

/** @throws HostError for whatever the host throws */
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

/** What stands for an answer that is still to come; what is made of it is never shown. */
const OPEN: Problem = { problem: "" };

type Answer = { readonly value: unknown } | { readonly error: unknown };

/** The answers that have come so far. */
export class AwaitedOrigin implements Origin {
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
  readonly #answers = new Map<string, Answer>();
  readonly #open = new Map<string, PromiseLike<unknown>>();

  constructor({ reader, packages }: LateOrigin) {
    this.reader = {
      canonical: (path) => this.#ask("canonical", path, OPEN, pathOf, () => reader.canonical(path)),
      read: (path) => this.#ask("read", path, OPEN, bytesOf, () => reader.read(path)),
    };
    this.packages = (name) => {
      const { host, owner, name: own } = name;
      return this.#ask("packages", `${host}/${owner}/${own}`, null, folderOf, () => packages(name));
    };
  }

  /** Whether a question was asked whose answer is still to come. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Waits for all open answers, for so many milliseconds at most, or until `signal` is aborted.
   * @throws BudgetExceeded when the time is over
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
      if ("error" in known) throw mistake(what, known.error);
      return asked(what, () => take(known.value));
    }
    if (this.#open.has(question)) return open;
    return asked(what, () => {
      const answer = ask();
      if (!isThenable(answer)) return take(answer);
      this.#open.set(question, answer);
      return open;
    });
  }
}
