// Collects the problems of a value that is decoded by a ValueReader.
import type { ErrorValue } from "../../interpreter/runtime/index.ts";
import { errorAt, withoutDot } from "./located-error.ts";

export interface Problem {
  /** As in `items[3].price`, but with a dot before a name at the start. */
  readonly path: string;
  readonly message: string;
  readonly code: string;
}

/** Where a problem is found: the steps to it, made text only when a problem is kept. */
export interface Place {
  path(): string;
  /** The number of each step in its container, in the order of the declaration. */
  order(): readonly number[];
}

/** What a reader does with problems; `isFull` ends the reading. */
export interface Problems {
  readonly isFull: boolean;
  add(place: Place, code: string, message: string, below?: string): void;
}

/** Keeps only whether there is a problem; reading goes on to nothing. */
export class AnyProblem implements Problems {
  isFull = false;

  add(): void {
    this.isFull = true;
  }
}

/** Keeps the first problem in the order of the declaration. */
export class FirstProblem implements Problems {
  readonly isFull = false;
  #first: Problem | null = null;
  #order: readonly number[] = [];

  add(place: Place, code: string, message: string, below = ""): void {
    const order = place.order();
    if (this.#first !== null && !precedes(order, this.#order)) return;
    // The path of a missing member is its object: the message names it.
    const path = code === "missing" ? parentOf(place.path()) : place.path();
    this.#first = { path: path + below, message, code };
    this.#order = order;
  }

  get error(): ErrorValue | null {
    return this.#first === null ? null : errorAt(this.#first.message, this.#first.path);
  }
}

function precedes(order: readonly number[], other: readonly number[]): boolean {
  for (let i = 0; i < order.length && i < other.length; i++)
    if (order[i] !== other[i]) return order[i]! < other[i]!;
  return false;
}

/** The path without its last step. */
function parentOf(path: string): string {
  if (!path.endsWith("]")) return path.slice(0, Math.max(path.lastIndexOf("."), 0));
  const quoted = /\["(?:[^"\\]|\\.)*"\]$/.exec(path);
  return path.slice(0, quoted === null ? path.lastIndexOf("[") : quoted.index);
}

/** Keeps the problems in the order in which they are found, up to a limit. */
export class AllProblems implements Problems {
  readonly #limit: number;
  readonly list: Problem[] = [];
  isFull = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(place: Place, code: string, message: string, below = ""): void {
    if (this.isFull) return;
    if (this.list.length >= this.#limit) {
      this.isFull = true;
      this.list.push({ path: "", message: "there are more problems", code: "more" });
    } else this.list.push({ path: withoutDot(place.path() + below), message, code });
  }
}
