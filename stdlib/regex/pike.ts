// Runs the NFA with all its threads in step, after Pike: every offset of the text is visited once, whatever
// the pattern. Slow, but without limits; used where neither the DFA nor backtracking is sufficient.
import type { Steps } from "../../interpreter/runtime/index.ts";
import { holdsAt } from "./look.ts";
import { BYTES, CAPTURE, LOOK, MATCH, UNION, type Nfa } from "./nfa.ts";
import { StateSet } from "./state-set.ts";
import type { Unicode } from "./unicode.ts";

export interface PikeSearch {
  readonly text: string;
  readonly from: number;
  /** No byte from here on is taken; assertions still see what follows. */
  readonly end: number;
  readonly anchored: boolean;
  readonly slotCount: number;
  readonly unicode: Unicode;
}

/** The states followed between two pauses. */
const PART = 5000;

type Slots = readonly number[];

/**
 * Returns the offsets of the groups of the leftmost-first match (start and end of each, -1 for none), or
 * null.
 */
export function* pikeSearch(nfa: Nfa, search: PikeSearch): Steps<number[] | null> {
  const { text, from, end, anchored } = search;
  let now = new Threads(nfa.states.length);
  let then = new Threads(nfa.states.length);
  const empty: Slots = new Array<number>(search.slotCount).fill(-1);
  let found: Slots | null = null;
  let left = PART;
  for (let at = from; at <= end; at++) {
    if ((left -= 1 + now.set.size) < 0) {
      yield;
      left = PART;
    }
    if (found === null && (at === from || !anchored)) follow(nfa, search, nfa.anchored, at, empty, now);
    if (now.set.size === 0 && (found !== null || anchored)) break;
    const byte = at < end ? text.charCodeAt(at) : -1;
    then.set.clear();
    for (let i = 0; i < now.set.size; i++) {
      const id = now.set.at(i);
      const state = nfa.states[id]!;
      if (state.kind === MATCH) {
        found = now.slots[id]!;
        break;
      }
      for (let edge = 0; edge < state.edges.length; edge += 3) {
        if (state.edges[edge]! <= byte && byte <= state.edges[edge + 1]!) {
          follow(nfa, search, state.edges[edge + 2]!, at + 1, now.slots[id]!, then);
        }
      }
    }
    [now, then] = [then, now];
  }
  return found === null ? null : found.slice();
}

/** Threads in order of preference, each at a BYTES or MATCH state with its own slots. */
class Threads {
  readonly set: StateSet;
  readonly slots: Slots[] = [];
  constructor(capacity: number) {
    this.set = new StateSet(capacity);
  }
}

/** Starts threads at all states that can be reached from `start` without a byte. */
// biome-ignore lint/complexity/useMaxParams: this runs for each match, where an object would cost more than what it holds
function follow(nfa: Nfa, search: PikeSearch, start: number, at: number, slots: Slots, into: Threads): void {
  const stack: [state: number, slots: Slots][] = [[start, slots]];
  while (stack.length > 0) {
    const [id, held] = stack.pop()!;
    if (!into.set.visit(id)) continue;
    const state = nfa.states[id]!;
    switch (state.kind) {
      case UNION:
        for (let i = state.edges.length - 1; i >= 0; i--) stack.push([state.edges[i]!, held]);
        break;
      case CAPTURE:
        stack.push([state.next, state.slot < held.length ? held.with(state.slot, at) : held]);
        break;
      case LOOK:
        if (holdsAt(state.look!, search.text, at, search.unicode)) stack.push([state.next, held]);
        break;
      case BYTES:
      case MATCH:
        into.set.add(id);
        into.slots[id] = held;
        break;
    }
  }
}
