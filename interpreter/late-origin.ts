// Sources that the host looks up elsewhere, in a database or over the network: its answers may be promises.
// Loading is synchronous, so it runs with the answers that are there, notes the questions that are open, and is
// repeated when these have been answered.
import { BudgetExceeded } from "./limits/index.ts";
import type { Problem, SourceReader, PackageLookup, PackageName } from "./modules/index.ts";
import { HostError, MAX_DELAY_MS, thrownText } from "./runtime/host.ts";
import { isThenable, untilAborted } from "./guarded-host.ts";

/** A reader whose answers may come later. */
export interface LateReader {
  /** The one path that identifies the file behind `path`. */
  canonical(path: string): ReturnType<SourceReader["canonical"]> | Promise<string | Problem>;
  /** The bytes of a file, by canonical path. */
  read(path: string): ReturnType<SourceReader["read"]> | Promise<Uint8Array | Problem>;
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
  const now = <T>(what: string, ask: () => T | Promise<T>): T => {
    const answer = asked(what, ask);
    if (!isThenable(answer)) return answer as T;
    throw new HostError(`${what} gave a promise: use run, load, checkAsync or buildAsync`);
  };
  return {
    reader: {
      canonical: (path) => now("canonical", () => reader.canonical(path)),
      read: (path) => now("read", () => reader.read(path)),
    },
    packages: (name) => now("packages", () => packages(name)),
  };
}

/** @throws HostError for whatever the host throws */
function asked<T>(what: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw mistake(what, error);
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
      canonical: (path) => this.#ask("canonical", path, OPEN, () => reader.canonical(path)),
      read: (path) => this.#ask("read", path, OPEN, () => reader.read(path)),
    };
    this.packages = (name) => {
      const { host, owner, name: own } = name;
      return this.#ask("packages", `${host}/${owner}/${own}`, null, () => packages(name));
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
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      if (millis <= MAX_DELAY_MS) timer = setTimeout(() => reject(new BudgetExceeded("time")), millis);
    });
    try {
      await Promise.race([
        untilAborted(
          all.then(() => {}),
          signal,
        ),
        late,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  #ask<T>(what: string, about: string, open: T, ask: () => T | Promise<T>): T {
    const question = `${what} ${about}`;
    const known = this.#answers.get(question);
    if (known !== undefined) {
      if ("error" in known) throw mistake(what, known.error);
      return known.value as T;
    }
    if (this.#open.has(question)) return open;
    const answer = asked(what, ask);
    if (!isThenable(answer)) return answer as T;
    this.#open.set(question, answer);
    return open;
  }
}
