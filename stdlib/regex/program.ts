// A compiled pattern and its searches. The DFA finds where matches end and, run backward, where they start.
// Groups are computed only on demand, within the known span.
import { backtrack, fitsBacktracking } from "./backtrack.ts";
import { DeadEnds } from "./dead-ends.ts";
import { LazyDfa, NONE } from "./dfa.ts";
import { isAnchored, literalPrefix, looksAtBytes, matchesBytes } from "./hir.ts";
import { HostChoice } from "./host-choice.ts";
import type { HostSearch } from "./host-search.ts";
import { cutsOf, piecesOf, searchedPiecesOf, type Cuts } from "./pieces.ts";
import { compileForward, compileReverse, type Automata, type Nfa } from "./nfa.ts";
import type { Pattern } from "./parse.ts";
import { pikeSearch } from "./pike.ts";
import type { Steps } from "../../interpreter/runtime/index.ts";
import type { Unicode } from "./unicode.ts";
import { characterEnd } from "./utf8.ts";

const MATCHES_IN_A_PART = 1000;
/** The bytes of a text that is not worth cutting. */
const ONE_PIECE = 4096;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export class Program {
  readonly #pattern: Pattern;
  readonly #unicode: Unicode;
  readonly #automata: Automata;
  readonly #anchored: boolean;
  /** Nothing matches where it does not occur; the host finds it faster than any automaton. */
  readonly #prefix: string;
  readonly #nfa: Nfa;
  readonly #forward: LazyDfa;
  #backward: LazyDfa | null = null;
  /** Whether a search must see to it that an empty match is not inside a character. */
  readonly #keepsCharacters: boolean;
  /** Whether an empty match may be found only inside a character. */
  readonly #looksAtBytes: boolean;
  readonly #host: HostChoice;
  #cuts: Cuts | null | undefined;

  /** @throws PatternError if the automaton becomes too large. */
  constructor(pattern: Pattern, unicode: Unicode, automata: Automata) {
    this.#pattern = pattern;
    this.#unicode = unicode;
    this.#automata = automata;
    this.#anchored = isAnchored(pattern.root);
    this.#keepsCharacters = pattern.root.canBeEmpty && !matchesBytes(pattern.root);
    this.#looksAtBytes = this.#keepsCharacters && looksAtBytes(pattern.root);
    this.#host = new HostChoice({
      root: pattern.root,
      groups: pattern.groups,
      anchored: this.#anchored,
      unicode,
    });
    this.#prefix = literalPrefix(pattern.root);
    this.#nfa = compileForward(pattern.root, automata);
    this.#forward = new LazyDfa(
      this.#nfa,
      this.#anchored ? this.#nfa.anchored : this.#nfa.unanchored,
      false,
      unicode,
    );
  }

  /** The number of states of its automaton. */
  get size(): number {
    return this.#nfa.states.length;
  }

  /** Returns a faster search with the same results for a text, or null. */
  hostFor(text: string): HostSearch | null {
    return this.#host.forText(text);
  }

  /**
   * Cuts a long text into pieces that can be searched separately, because no match and no assertion reaches
   * from one into another; the host searches most of them. Returns null if the text must be searched as a
   * whole.
   */
  pieces(text: string): Generator<string, void> | null {
    const longest = this.#host.longest;
    if (text.length <= Math.min(longest, ONE_PIECE) || longest === 0 || this.#anchored) return null;
    if (this.#cuts === undefined) this.#cuts = cutsOf(this.#pattern.root);
    if (this.#cuts !== null) return piecesOf(text, this.#cuts, longest);
    const { starts } = this.#host;
    const hostFor = (piece: string) => this.hostFor(piece);
    return starts === null ? null : searchedPiecesOf(text, { starts, longest, hostFor });
  }

  /** The numbers of the groups by name, for replacements. */
  get names(): ReadonlyMap<string, number> {
    return this.#pattern.names;
  }

  get groups(): number {
    return this.#pattern.groups;
  }

  *isMatch(text: string): Steps<boolean> {
    if (this.#looksAtBytes) return (yield* this.find(text, 0)) !== null;
    const from = text.indexOf(this.#prefix);
    if (from < 0) return false;
    let end = this.#forward.searchForward(text, from, true);
    while (typeof end !== "number") {
      yield;
      end = this.#forward.resumeForward(end, text, true);
    }
    return end !== NONE;
  }

  /** Returns the leftmost-first match that starts at or after `start`. */
  *find(text: string, start: number, deadEnds: DeadEnds | null = null): Steps<Span | null> {
    if (!this.#keepsCharacters) return yield* this.#findAnywhere(text, start, deadEnds);
    // A match of characters that is inside one is empty, and no other begins there.
    const known = deadEnds ?? (this.#looksAtBytes ? new DeadEnds() : null);
    let from = characterEnd(text, start);
    for (;;) {
      const found = yield* this.#findAnywhere(text, from, known);
      if (found === null || found.end > found.start) return found;
      from = characterEnd(text, found.start);
      if (from === found.start) return found;
    }
  }

  *#findAnywhere(text: string, start: number, deadEnds: DeadEnds | null): Steps<Span | null> {
    if (this.#anchored && start > 0) return null;
    const host = this.hostFor(text);
    if (host !== null) return host.spanFrom(text, start);
    const from = text.indexOf(this.#prefix, start);
    if (from < 0) return null;
    let end = this.#forward.searchForward(text, from, false, deadEnds);
    while (typeof end !== "number") {
      yield;
      end = this.#forward.resumeForward(end, text, false, deadEnds);
    }
    if (end === NONE) return null;
    if (this.#anchored || end === from) return { start: from, end };
    this.#backward ??= this.#makeBackward();
    let begin = this.#backward.searchBackward(text, from, end);
    while (typeof begin !== "number") {
      yield;
      begin = this.#backward.resumeBackward(begin, text, from);
    }
    return { start: begin, end };
  }

  /**
   * Yields all matches from left to right, and null after each part of the work. An empty match right at the
   * end of the previous one is left out.
   */
  *matches(text: string): Generator<Span | null, undefined> {
    let from = 0;
    let last = -1;
    const deadEnds = new DeadEnds();
    for (let count = 1; from <= text.length; count++) {
      if (count % MATCHES_IN_A_PART === 0) yield null;
      const steps = this.find(text, from, deadEnds);
      let step = steps.next();
      while (step.done !== true) {
        yield null;
        step = steps.next();
      }
      const found = step.value;
      if (found === null) return;
      if (found.end === found.start && found.end === last) {
        from = found.end + 1;
        continue;
      }
      yield found;
      last = found.end;
      from = found.end;
    }
  }

  /** Returns start and end of each group of a match, -1 for those that took no part. */
  *groupsOf(text: string, { start, end }: Span): Steps<number[]> {
    const slotCount = (this.groups + 1) * 2;
    if (slotCount === 2) return [start, end];
    const found = this.#host.forParts(text)?.groupsAt(text, start, end) ?? null;
    if (found !== null) return found;
    const unicode = this.#unicode;
    let slots: number[] | null = fitsBacktracking(this.#nfa, end - start)
      ? backtrack(this.#nfa, text, start, end, slotCount, unicode)
      : null;
    slots ??= yield* pikeSearch(this.#nfa, { text, from: start, end, anchored: true, slotCount, unicode });
    return slots ?? [start, end, ...new Array<number>(slotCount - 2).fill(-1)];
  }

  /** Returns the text of each group of a match, "" for those that took no part. */
  *groupTextsOf(text: string, span: Span): Steps<string[]> {
    const found = this.#host.forParts(text)?.groupTextsAt(text, span) ?? null;
    if (found !== null) return found;
    const slots = yield* this.groupsOf(text, span);
    return Array.from({ length: this.groups + 1 }, (_, group) => {
      const start = slots[group * 2] ?? -1;
      return start < 0 ? "" : text.slice(start, slots[group * 2 + 1]);
    });
  }

  #makeBackward(): LazyDfa {
    const reverse = compileReverse(this.#pattern.root, this.#automata);
    return new LazyDfa(reverse, reverse.anchored, true, this.#unicode);
  }
}
