// A pattern as a nondeterministic automaton over bytes, after Thompson. It is built from its end: a part is
// compiled with the state that follows it. Union states list the alternatives, best first.
import type { CharSet } from "./char-set.ts";
import { MOST_STATES, PatternError, type Node } from "./hir.ts";
import type { Look } from "./look.ts";
import { automatonOf, END, type CharAutomaton } from "./utf8.ts";

export const BYTES = 0;
export const UNION = 1;
export const LOOK = 2;
export const CAPTURE = 3;
export const MATCH = 4;

/** One shape for all kinds, so that the engines' loops see one hidden class. */
export interface State {
  readonly kind: typeof BYTES | typeof UNION | typeof LOOK | typeof CAPTURE | typeof MATCH;
  /** BYTES: [low, high, target, low, …], ranges may overlap; UNION: targets. */
  readonly edges: number[];
  /** LOOK and CAPTURE: the state that follows. */
  readonly next: number;
  /** CAPTURE: the slot for the offset. */
  readonly slot: number;
  readonly look: Look | null;
}

export interface Nfa {
  readonly states: readonly State[];
  /** Matches only at the offset of the search. */
  readonly anchored: number;
  /** Also tries every later offset, at the lowest priority. */
  readonly unanchored: number;
}

/** @throws PatternError if it becomes too large. */
export function compileForward(root: Node, automata: Automata): Nfa {
  const builder = new Builder(automata, false);
  const end = builder.capture(1, builder.match());
  const anchored = builder.capture(0, builder.compile(root, end));
  return { states: builder.states, anchored, unanchored: builder.anywhere(anchored) };
}

/** Compiles for running backward from the end of a match, without captures. */
export function compileReverse(root: Node, automata: Automata): Nfa {
  const builder = new Builder(automata, true);
  const anchored = builder.compile(root, builder.match());
  return { states: builder.states, anchored, unanchored: anchored };
}

/** Automata of character sets, each built once. */
export class Automata {
  readonly #known = new Map<CharSet, CharAutomaton>();

  of(set: CharSet): CharAutomaton {
    let automaton = this.#known.get(set);
    if (automaton === undefined) {
      automaton = automatonOf(set);
      this.#known.set(set, automaton);
    }
    return automaton;
  }
}

class Builder {
  readonly states: State[] = [];
  readonly #automata: Automata;
  readonly #reverse: boolean;

  constructor(automata: Automata, reverse: boolean) {
    this.#automata = automata;
    this.#reverse = reverse;
  }

  #add(state: Partial<State> & Pick<State, "kind">): number {
    if (this.states.length >= MOST_STATES) throw new PatternError("the pattern is too large", MOST_STATES);
    this.states.push({ edges: [], next: -1, slot: -1, look: null, ...state });
    return this.states.length - 1;
  }

  match(): number {
    return this.#add({ kind: MATCH });
  }

  capture(slot: number, next: number): number {
    return this.#add({ kind: CAPTURE, slot, next });
  }

  /** Adds a loop around `start` that takes any byte if nothing better is left. */
  anywhere(start: number): number {
    const edges = [start];
    const union = this.#add({ kind: UNION, edges });
    edges.push(this.#add({ kind: BYTES, edges: [0, 255, union] }));
    return union;
  }

  /** Returns the state at which `node` starts if `next` follows it. */
  compile(node: Node, next: number): number {
    switch (node.kind) {
      case "Empty":
        return this.#add({ kind: UNION, edges: [next] });
      case "Literal":
        return this.#sequence(node.bytes, next, (byte, after) =>
          this.#add({ kind: BYTES, edges: [byte, byte, after] }),
        );
      case "Class":
        return node.unit === "byte" ? this.#byteClass(node.set, next) : this.#charClass(node.set, next);
      case "Look":
        return this.#add({ kind: LOOK, look: node.look, next });
      case "Group":
        return this.#group(node.index, node.sub, next);
      case "Concat":
        return this.#sequence(node.parts, next, (part, after) => this.compile(part, after));
      case "Alternate":
        return this.#add({ kind: UNION, edges: node.parts.map((part) => this.compile(part, next)) });
      case "Repeat":
        return this.#repeat(node, next);
    }
  }

  /** Compiles from the last part to the first, or the other way round for running backward. */
  #sequence<T>(parts: readonly T[], next: number, compile: (part: T, next: number) => number): number {
    const fold = (after: number, part: T) => compile(part, after);
    return this.#reverse ? parts.reduce(fold, next) : parts.reduceRight(fold, next);
  }

  #group(index: number, sub: Node, next: number): number {
    if (this.#reverse) return this.compile(sub, next);
    return this.capture(index * 2, this.compile(sub, this.capture(index * 2 + 1, next)));
  }

  #choice(greedy: boolean, sub: number, next: number): number {
    return this.#add({ kind: UNION, edges: greedy ? [sub, next] : [next, sub] });
  }

  #repeat(node: Node & { kind: "Repeat" }, next: number): number {
    const { sub, min, max, greedy } = node;
    let start = next;
    if (max === Infinity) {
      start = this.#loop(node, next);
      if (min === 0 && sub.canBeEmpty) start = this.#choice(greedy, start, next);
    } else {
      for (let i = min; i < max; i++) start = this.#choice(greedy, this.compile(sub, start), next);
    }
    for (let i = max === Infinity ? 1 : 0; i < min; i++) start = this.compile(sub, start);
    return start;
  }

  /**
   * A loop of at least one iteration if the part can be empty or `min` requires it, and otherwise of any
   * number.
   */
  #loop(node: Node & { kind: "Repeat" }, next: number): number {
    const edges: number[] = [];
    const again = this.#add({ kind: UNION, edges });
    const sub = this.compile(node.sub, again);
    edges.push(...(node.greedy ? [sub, next] : [next, sub]));
    return node.min === 0 && !node.sub.canBeEmpty ? again : sub;
  }

  #byteClass(set: CharSet, next: number): number {
    const edges: number[] = [];
    for (let i = 0; i < set.length; i += 2) edges.push(set[i]!, set[i + 1]!, next);
    return this.#add({ kind: BYTES, edges });
  }

  /** Adds a copy of the set's automaton; for running backward, with reversed edges. */
  #charClass(set: CharSet, next: number): number {
    const { nodes, root } = this.#automata.of(set);
    const entry = this.#reverse ? END : root;
    const exit = this.#reverse ? root : END;
    const copies = nodes.map((_, node) => (node === exit ? next : this.#add({ kind: BYTES })));
    for (const [node, edges] of nodes.entries()) {
      for (let i = 0; i < edges.length; i += 3) {
        const target = edges[i + 2]!;
        const from = copies[this.#reverse ? target : node]!;
        this.states[from]!.edges.push(edges[i]!, edges[i + 1]!, copies[this.#reverse ? node : target]!);
      }
    }
    return copies[entry]!;
  }
}
