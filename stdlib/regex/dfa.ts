// A deterministic automaton built while it runs: each set of NFA states that occurs becomes a state with one
// table row, so a byte that has occurred there before costs one look-up.
//
// A state does not know the byte after it. So assertions in it stay undecided, together with the kind of the
// byte before, until the next byte; a match is noticed one byte late for the same reason. Unicode word
// boundaries next to bytes beyond ASCII need the surrounding characters: the result is stored separately, by
// the kinds of both.
import { byteClasses } from "./byte-classes.ts";
import { STEP, type DeadEnds } from "./dead-ends.ts";
import {
  EDGE,
  holdsBetween,
  neighbourAfter,
  neighbourBefore,
  neighbourOf,
  OTHER,
  type Look,
  type Neighbour,
} from "./look.ts";
import { BYTES, CAPTURE, LOOK, MATCH, UNION, type Nfa } from "./nfa.ts";
import { StateSet } from "./state-set.ts";
import type { Unicode } from "./unicode.ts";

export const NONE = -1;
/** The work of a search between two pauses: bytes, and states of the NFA. */
const PART = 20_000;
/** The bytes between two checks of the work done. */
const STRIDE = 16_384;

/** A search that has paused. Rows may be discarded meanwhile, but not their meaning. */
interface Paused {
  readonly row: number;
  readonly meaning: Row;
  readonly generation: number;
  readonly at: number;
  readonly last: number;
}

// Entries of the table: a row's offset, with MATCHED set if reaching it completes a match; or:
const UNKNOWN = -1;
const DEAD = -2;
/** The result depends on the surrounding characters. */
const UNDECIDED = -3;
const MATCHED = 1 << 30;

/** The most rows and NFA states that are held before everything is discarded. */
const MOST_ROWS = 8192;
const MOST_HELD = 2_000_000;

interface Row {
  readonly states: Int32Array;
  /** The kind of the byte before, if an assertion is undecided. */
  readonly before: Neighbour;
  readonly hasLook: boolean;
  /** The number of another row whose states have the same hash, or NONE. */
  readonly sameHash: number;
}

function isRow(row: Row, ids: Int32Array, count: number, before: Neighbour): boolean {
  const { states } = row;
  if (states.length !== count || row.before !== before) return false;
  for (let i = 0; i < count; i++) if (states[i] !== ids[i]) return false;
  return true;
}

/** The states of a closure that is worth storing, and those on the way to them. */
const SHORT = 24;

/**
 * Returns the states that take a byte or match and can be reached from `start` without a byte, in order of
 * preference; null if they are many, or if an assertion stands before one.
 */
function shortClosure({ states }: Nfa, start: number): number[] | null {
  const seen = new Set<number>();
  const found: number[] = [];
  const stack = [start];
  while (stack.length > 0) {
    const id = stack.pop()!;
    if (seen.has(id)) continue;
    if (seen.size === SHORT) return null;
    seen.add(id);
    const { kind, edges, next } = states[id]!;
    if (kind === LOOK) return null;
    if (kind === UNION) for (let i = edges.length - 1; i >= 0; i--) stack.push(edges[i]!);
    else if (kind === CAPTURE) stack.push(next);
    else found.push(id);
  }
  return found;
}

/** An offset, NONE, or the paused search. */
export type Found = number | Paused;

export class LazyDfa {
  readonly #nfa: Nfa;
  readonly #backwards: boolean;
  readonly #unicode: Unicode;
  readonly #classOf: Uint8Array;
  /** One byte of each class. */
  readonly #sample: number[];
  readonly #stride: number;
  /** The class of the edge of the text. */
  readonly #edgeClass: number;
  readonly #first: number;
  #table: Int32Array;
  #rows: Row[] = [];
  #held = 0;
  /** Counts how often everything was discarded. */
  #generation = 0;
  /** The number of the last row with a hash of its states. */
  #known = new Map<number, number>();
  #starts = new Map<Neighbour, number>();
  /** The entries for UNDECIDED, by state, byte class and the kinds of the surrounding characters. */
  #decided = new Map<number, number>();
  /** The work left before the search pauses. */
  #left = 0;
  readonly #now: StateSet;
  readonly #then: StateSet;
  /** The short closures of states; null for a long one. */
  readonly #short: (readonly number[] | null | undefined)[];
  /** Where the states of a row are collected. */
  readonly #ids: Int32Array;
  /** States that are still to be followed. */
  readonly #stack: number[] = [];

  /**
   * Starts in the NFA state `first`. Forward, the best match wins; backward, from the end of a match, the
   * longest.
   */
  constructor(nfa: Nfa, first: number, backwards: boolean, unicode: Unicode) {
    this.#nfa = nfa;
    this.#unicode = unicode;
    this.#first = first;
    this.#backwards = backwards;
    const { classOf, sample } = byteClasses(nfa);
    this.#classOf = classOf;
    this.#sample = sample;
    this.#edgeClass = sample.length;
    this.#stride = sample.length + 1;
    this.#table = new Int32Array(this.#stride * 16).fill(UNKNOWN);
    this.#now = new StateSet(nfa.states.length);
    this.#then = new StateSet(nfa.states.length);
    this.#ids = new Int32Array(nfa.states.length);
    this.#short = new Array(nfa.states.length);
  }

  /**
   * Returns the end of the leftmost-first match at or after `from` (of any match if `earliest`), or NONE.
   * `deadEnds` are those of earlier searches of this text.
   */
  searchForward(text: string, from: number, earliest: boolean, deadEnds: DeadEnds | null = null): Found {
    const row = this.#start(from === 0 ? EDGE : neighbourOf(text.charCodeAt(from - 1)));
    return this.#forwardFrom(text, from, row, NONE, earliest, deadEnds);
  }

  /** Continues a search; the other arguments are the same as before. */
  resumeForward(paused: Paused, text: string, earliest: boolean, deadEnds: DeadEnds | null = null): Found {
    return this.#forwardFrom(text, paused.at, this.#rowAfter(paused), paused.last, earliest, deadEnds);
  }

  // biome-ignore lint/complexity/useMaxParams: this runs for each match, where an object would cost more than what it holds
  #forwardFrom(
    text: string,
    from: number,
    row: number,
    last: number,
    earliest: boolean,
    deadEnds: DeadEnds | null,
  ): Found {
    const found = this.#scanForward(text, from, row, last, earliest, deadEnds);
    if (typeof found === "number") deadEnds?.end(this.#generation, found);
    return found;
  }

  #rowAfter({ row, meaning, generation }: Paused): number {
    if (generation === this.#generation) return row;
    const { states, before, hasLook } = meaning;
    return this.#rowFor(states, states.length, before, hasLook);
  }

  #pause(row: number, at: number, last: number): Paused {
    return { row, meaning: this.#rows[row / this.#stride]!, generation: this.#generation, at, last };
  }

  // biome-ignore lint/complexity/useMaxParams: this runs for each match, where an object would cost more than what it holds
  #scanForward(
    text: string,
    from: number,
    start: number,
    sofar: number,
    earliest: boolean,
    deadEnds: DeadEnds | null,
  ): Found {
    const classOf = this.#classOf;
    const stride = deadEnds === null ? STRIDE : STEP;
    this.#left = PART;
    let row = start;
    let last = sofar;
    let at = from;
    while (at < text.length) {
      const begun = at;
      const stop = Math.min(text.length, at - (at % stride) + stride);
      while (at < stop && this.#left > 0) {
        const byteClass = classOf[text.charCodeAt(at)]!;
        let entry = this.#table[row + byteClass]!;
        if (entry >>> 0 >= MATCHED) {
          if (entry === UNKNOWN) entry = this.#compute(row, byteClass);
          if (entry === UNDECIDED) entry = this.#lookAround(row, byteClass, text, at);
          if (entry === DEAD) return last;
          if (entry >= MATCHED) {
            last = at;
            if (earliest) return last;
            entry ^= MATCHED;
          }
        }
        row = entry;
        at++;
      }
      if ((this.#left -= at - begun) <= 0 && at < text.length) return this.#pause(row, at, last);
      if (
        deadEnds !== null &&
        last !== NONE &&
        at < text.length &&
        deadEnds.isOne(row, this.#generation, at, last)
      )
        return last;
    }
    return this.#finish(row, this.#edgeClass, text, text.length, last);
  }

  /** Returns the start of the longest match that ends at `end` and starts at or after `from`, or NONE. */
  searchBackward(text: string, from: number, end: number): Found {
    return this.#scanBackward(
      text,
      from,
      end,
      this.#start(end === text.length ? EDGE : neighbourOf(text.charCodeAt(end))),
      NONE,
    );
  }

  resumeBackward(paused: Paused, text: string, from: number): Found {
    return this.#scanBackward(text, from, paused.at, this.#rowAfter(paused), paused.last);
  }

  #scanBackward(text: string, from: number, end: number, start: number, sofar: number): Found {
    const classOf = this.#classOf;
    this.#left = PART;
    let row = start;
    let last = sofar;
    for (let at = end; at > from; at--) {
      if (--this.#left <= 0) return this.#pause(row, at, last);
      const byteClass = classOf[text.charCodeAt(at - 1)]!;
      let entry = this.#table[row + byteClass]!;
      if (entry >>> 0 >= MATCHED) {
        if (entry === UNKNOWN) entry = this.#compute(row, byteClass);
        if (entry === UNDECIDED) entry = this.#lookAround(row, byteClass, text, at);
        if (entry === DEAD) return last;
        if (entry >= MATCHED) {
          last = at;
          entry ^= MATCHED;
        }
      }
      row = entry;
    }
    return this.#finish(
      row,
      from === 0 ? this.#edgeClass : classOf[text.charCodeAt(from - 1)]!,
      text,
      from,
      last,
    );
  }

  /** Decides the last offset with the byte after the searched span, or the edge. */
  #finish(row: number, byteClass: number, text: string, at: number, last: number): number {
    let entry = this.#table[row + byteClass]!;
    if (entry === UNKNOWN) entry = this.#compute(row, byteClass);
    if (entry === UNDECIDED) entry = this.#lookAround(row, byteClass, text, at);
    return entry >= MATCHED ? at : last;
  }

  #start(before: Neighbour): number {
    const known = this.#starts.get(before);
    if (known !== undefined) return known;
    this.#then.clear();
    this.#close(this.#first, this.#then, null);
    const row = this.#rowOf(this.#then, before);
    this.#starts.set(before, row);
    return row;
  }

  /** Computes one entry of the table. */
  #compute(row: number, byteClass: number): number {
    const from = this.#rows[row / this.#stride]!;
    this.#left -= from.states.length;
    const after = byteClass === this.#edgeClass ? EDGE : neighbourOf(this.#sample[byteClass]!);
    const entry = this.#backwards
      ? this.#follow(from, byteClass, after, from.before)
      : this.#follow(from, byteClass, from.before, after);
    // The row may have been discarded meanwhile.
    if (this.#rows[row / this.#stride] === from) this.#table[row + byteClass] = entry;
    return entry;
  }

  /** Returns the entry at an offset where the bytes on both sides leave an assertion undecided. */
  #lookAround(row: number, byteClass: number, text: string, at: number): number {
    const left = neighbourBefore(text, at, this.#unicode);
    const right = neighbourAfter(text, at, this.#unicode);
    const key = (row + byteClass) * 256 + left * 16 + right;
    const known = this.#decided.get(key);
    if (known !== undefined) return known;
    const from = this.#rows[row / this.#stride]!;
    this.#left -= from.states.length;
    const entry = this.#follow(from, byteClass, left, right);
    if (this.#rows[row / this.#stride] === from) this.#decided.set(key, entry);
    return entry;
  }

  /** Returns the entry for a byte class, given the neighbours of the offset. */
  #follow(from: Row, byteClass: number, left: Neighbour, right: Neighbour): number {
    const decided = this.#decide(from, left, right);
    if (decided === null) return UNDECIDED;
    const atEdge = byteClass === this.#edgeClass;
    const byte = atEdge ? -1 : this.#sample[byteClass]!;
    const matched = this.#step(decided, byte);
    if (this.#then.size === 0 && !matched) return DEAD;
    this.#makeRoom();
    return this.#rowOf(this.#then, atEdge ? EDGE : neighbourOf(byte)) | (matched ? MATCHED : 0);
  }

  /** Returns the states that remain once the assertions are decided, or null if they cannot be. */
  #decide(from: Row, left: Neighbour, right: Neighbour): Int32Array | null {
    if (!from.hasLook) return from.states;
    this.#now.clear();
    for (const state of from.states) {
      if (!this.#close(state, this.#now, (look) => holdsBetween(look, left, right))) return null;
    }
    return this.#now.toArray();
  }

  /** Puts the states after a byte into `#then`; returns whether a match ended before the byte. */
  #step(states: Int32Array, byte: number): boolean {
    this.#then.clear();
    let matched = false;
    for (const id of states) {
      const state = this.#nfa.states[id]!;
      if (state.kind === MATCH) {
        matched = true;
        // The states after it are worse, except in a search for the longest match.
        if (!this.#backwards) break;
      } else if (state.kind === BYTES) {
        const { edges } = state;
        for (let i = 0; i < edges.length; i += 3) {
          if (edges[i]! <= byte && byte <= edges[i + 1]!) this.#reach(edges[i + 2]!);
        }
      }
    }
    return matched;
  }

  /** Adds to `#then` what can be reached from a state without a byte. */
  #reach(target: number): void {
    const then = this.#then;
    let short = this.#short[target];
    if (short === undefined) short = this.#short[target] = shortClosure(this.#nfa, target);
    if (short === null) this.#close(target, then, null);
    else
      for (let i = 0; i < short.length; i++) {
        const id = short[i]!;
        if (then.visit(id)) then.add(id);
      }
  }

  /**
   * Adds all states that can be reached without a byte, in order of preference. Assertions are added
   * themselves, or passed if `decide` allows it; returns false if one cannot be decided. The states in
   * between are added, too: once assertions are decided, the path through them gives the order.
   */
  #close(start: number, into: StateSet, decide: ((look: Look) => boolean | null) | null): boolean {
    const stack = this.#stack;
    const { states } = this.#nfa;
    let size = 0;
    stack[size++] = start;
    while (size > 0) {
      const id = stack[--size]!;
      if (!into.visit(id)) continue;
      into.add(id);
      const state = states[id]!;
      switch (state.kind) {
        case UNION:
          for (let i = state.edges.length - 1; i >= 0; i--) stack[size++] = state.edges[i]!;
          break;
        case CAPTURE:
          stack[size++] = state.next;
          break;
        case LOOK:
          if (decide !== null) {
            const holds = decide(state.look!);
            if (holds === null) return false;
            if (holds) stack[size++] = state.next;
          }
          break;
        case BYTES:
        case MATCH:
          break;
      }
    }
    return true;
  }

  #rowOf(set: StateSet, neighbour: Neighbour): number {
    const { states: all } = this.#nfa;
    const ids = this.#ids;
    let hasLook = false;
    let count = 0;
    for (let i = 0; i < set.size; i++) {
      const id = set.at(i);
      const { kind } = all[id]!;
      if (kind === LOOK) {
        hasLook = true;
        break;
      }
      if (kind === BYTES || kind === MATCH) ids[count++] = id;
    }
    if (hasLook) count = set.copyTo(ids);
    return this.#rowFor(ids, count, hasLook ? neighbour : OTHER, hasLook);
  }

  /** Returns the row with the first `count` of these states; adds it if there is none. */
  #rowFor(ids: Int32Array, count: number, before: Neighbour, hasLook: boolean): number {
    let hash = (before + 1) * 31 + count;
    for (let i = 0; i < count; i++) hash = (Math.imul(hash, 0x01000193) ^ ids[i]!) | 0;
    const sameHash = this.#known.get(hash);
    for (let row = sameHash ?? NONE; row !== NONE; row = this.#rows[row]!.sameHash)
      if (isRow(this.#rows[row]!, ids, count, before)) return row * this.#stride;
    const index = this.#rows.length;
    this.#rows.push({ states: ids.slice(0, count), before, hasLook, sameHash: sameHash ?? NONE });
    this.#known.set(hash, index);
    this.#held += count;
    const row = index * this.#stride;
    if (row + this.#stride > this.#table.length) {
      const larger = new Int32Array(this.#table.length * 2).fill(UNKNOWN);
      larger.set(this.#table);
      this.#table = larger;
    }
    return row;
  }

  #makeRoom(): void {
    if (this.#rows.length < MOST_ROWS && this.#held < MOST_HELD && this.#decided.size < MOST_HELD) return;
    this.#rows = [];
    this.#generation++;
    this.#known.clear();
    this.#starts.clear();
    this.#decided.clear();
    this.#held = 0;
    this.#table.fill(UNKNOWN);
  }
}
