// The build results that an engine caches. A result is valid as long as building again would give the same:
// the requests to the reader and to the packages are repeated, and have to return what they returned then.
import type { Origin } from "./late-origin.ts";
import { isProblem } from "./modules/index.ts";

/** Repeats a request to the host that the build depended on; whether the answer is still the same. */
type Recorded = (origin: Origin) => boolean;

interface Kept<T> {
  readonly value: T;
  readonly asked: readonly Recorded[];
  readonly size: number;
}

/** The most results that are cached, and the most bytes of source and code in them. */
const MOST_KEPT = 256;
const MOST_BYTES = 64_000_000;

/** An LRU cache of build results. */
export class BuildMemo<T> {
  readonly #sizeOf: (value: T) => number;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  /** `sizeOf` returns the bytes of a result, Infinity for one that must not be cached. */
  constructor(sizeOf: (value: T) => number) {
    this.#sizeOf = sizeOf;
  }

  /**
   * The result for this key: the cached one, or that of `build`, which gets an origin that records requests.
   */
  get(key: string, origin: Origin, build: (origin: Origin) => T): T {
    const kept = this.#kept.get(key);
    // All requests are made before any answer is tested, so that an asynchronous host gets them together.
    if (kept?.asked.map((same) => same(origin)).every(Boolean) === true) {
      this.#drop(key, kept);
      this.#keep(key, kept);
      return kept.value;
    }
    const asked: Recorded[] = [];
    const value = build(recording(origin, asked));
    const size = this.#sizeOf(value) + key.length;
    if (size > MOST_BYTES / 4) return value;
    if (kept !== undefined) this.#drop(key, kept);
    this.#keep(key, { value, asked, size });
    return value;
  }

  #keep(key: string, kept: Kept<T>): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.size;
    for (const [oldest, one] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && this.#bytes <= MOST_BYTES) return;
      this.#drop(oldest, one);
    }
  }

  #drop(key: string, { size }: Kept<T>): void {
    this.#kept.delete(key);
    this.#bytes -= size;
  }
}

function recording({ reader, packages }: Origin, asked: Recorded[]): Origin {
  return {
    reader: {
      canonical(path) {
        const was = reader.canonical(path);
        asked.push((later) => isSame(() => later.reader.canonical(path), was));
        return was;
      },
      read(path) {
        const was = reader.read(path);
        // The host may reuse its buffer.
        const copy = was instanceof Uint8Array ? was.slice() : was;
        asked.push((later) => isSame(() => later.reader.read(path), copy));
        return was;
      },
    },
    packages(name) {
      const was = packages(name);
      asked.push((later) => isSame(() => later.packages(name), was));
      return was;
    },
  };
}

/** A request that throws, for example for a file that is gone, has another answer. */
function isSame(ask: () => unknown, was: unknown): boolean {
  try {
    return sameAnswer(ask(), was);
  } catch {
    return false;
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function sameAnswer(now: unknown, was: unknown): boolean {
  if (now instanceof Uint8Array) return was instanceof Uint8Array && sameBytes(now, was);
  if (isProblem(now)) return isProblem(was) && now.problem === was.problem && now.hint === was.hint;
  return now === was;
}
