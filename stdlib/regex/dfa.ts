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
  #known = new Map<string, number>();
  #starts = new Map<Neighbour, number>();
  /** The entries for UNDECIDED, by state, byte class and the kinds of the surrounding characters. */
  #decided = new Map<number, number>();
  /** The work left before the search pauses. */
  #left = 0;
  readonly #now: StateSet;
  readonly #then: StateSet;

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
    return generation === this.#generation ? row : this.#rowFor(meaning);
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
          if (edges[i]! <= byte && byte <= edges[i + 1]!) this.#close(edges[i + 2]!, this.#then, null);
        }
      }
    }
    return matched;
  }

  /**
   * Adds all states that can be reached without a byte, in order of preference. Assertions are added
   * themselves, or passed if `decide` allows it; returns false if one cannot be decided. The states in
   * between are added, too: once assertions are decided, the path through them gives the order.
   */
  #close(start: number, into: StateSet, decide: ((look: Look) => boolean | null) | null): boolean {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.pop()!;
      if (!into.visit(id)) continue;
      into.add(id);
      const state = this.#nfa.states[id]!;
      switch (state.kind) {
        case UNION:
          for (let i = state.edges.length - 1; i >= 0; i--) stack.push(state.edges[i]!);
          break;
        case CAPTURE:
          stack.push(state.next);
          break;
        case LOOK:
          if (decide !== null) {
            const holds = decide(state.look!);
            if (holds === null) return false;
            if (holds) stack.push(state.next);
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
    const all = set.toArray();
    const hasLook = all.some((id) => this.#nfa.states[id]!.kind === LOOK);
    const states = hasLook
      ? all
      : all.filter((id) => this.#nfa.states[id]!.kind === BYTES || this.#nfa.states[id]!.kind === MATCH);
    return this.#rowFor({ states, before: hasLook ? neighbour : OTHER, hasLook });
  }

  #rowFor(meaning: Row): number {
    const { states, before } = meaning;
    const key = `${before} ${states.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const row = this.#rows.length * this.#stride;
    this.#rows.push(meaning);
    this.#known.set(key, row);
    this.#held += states.length;
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
