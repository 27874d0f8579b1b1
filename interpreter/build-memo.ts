// What an engine has built, for as long as building it again would come to the same: the reader and the
// packages are asked again what they were asked then, and have to answer as they did.
import type { Origin } from "./late-origin.ts";
import { isProblem } from "./modules/index.ts";

/** A question to the host that decided what a program is made of, and whether it is still answered like that. */
type Recorded = (origin: Origin) => boolean;

interface Kept<T> {
  readonly value: T;
  readonly asked: readonly Recorded[];
  readonly size: number;
}

/** What is kept: so many, and of so many bytes of source and code. */
const MOST_KEPT = 256;
const MOST_BYTES = 64_000_000;

/** Results of building by key, those that were not asked for longest given up first. */
export class BuildMemo<T> {
  readonly #sizeOf: (value: T) => number;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  /** `sizeOf` gives bytes, or Infinity for what is not to be kept. */
  constructor(sizeOf: (value: T) => number) {
    this.#sizeOf = sizeOf;
  }

  /** What was built for this key, or what `build` makes now with an origin that takes notes. */
  get(key: string, origin: Origin, build: (origin: Origin) => T): T {
    const kept = this.#kept.get(key);
    // All are asked, so that a host whose answers take a while is asked at once.
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
        // The host may use its bytes for something else.
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

/** What can no longer be asked, as a file that has gone, has another answer. */
function isSame(ask: () => unknown, was: unknown): boolean {
  try {
    return sameAnswer(ask(), was);
  } catch {
    return false;
  }
}

function sameAnswer(now: unknown, was: unknown): boolean {
  if (now instanceof Uint8Array) return was instanceof Uint8Array && Buffer.compare(now, was) === 0;
  if (isProblem(now)) return isProblem(was) && now.problem === was.problem && now.hint === was.hint;
  return now === was;
}
