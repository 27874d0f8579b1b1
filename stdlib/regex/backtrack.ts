// Runs the NFA by trying alternatives in order. Every pair of state and offset is visited at most once, so
// the time is bounded by their product. Used for the groups of a match whose span is known.
import { holdsAt } from "./look.ts";
import { BYTES, CAPTURE, LOOK, MATCH, UNION, type Nfa } from "./nfa.ts";
import type { Unicode } from "./unicode.ts";

/** The bits of the table of visited pairs: a megabyte. */
const LARGEST_TABLE = 1 << 23;
/** The pairs that one search visits: some milliseconds. The path of most matches is much shorter. */
const MOST_VISITED = 1 << 18;

export function fitsBacktracking(nfa: Nfa, length: number): boolean {
  return nfa.states.length * (length + 1) <= LARGEST_TABLE;
}

/**
 * Returns the offsets of the groups of the match at `from`, which takes no byte from `end` on, or null if
 * there is none, or if finding it takes too many steps.
 */
// biome-ignore lint/complexity/useMaxParams: this runs for each match, where an object would cost more than what it holds
export function backtrack(
  nfa: Nfa,
  text: string,
  from: number,
  end: number,
  slotCount: number,
  unicode: Unicode,
): number[] | null {
  const width = end - from + 1;
  const visited = new Uint32Array(Math.ceil((nfa.states.length * width) / 32));
  const slots = new Array<number>(slotCount).fill(-1);
  // Pairs of state and offset, and pairs of -1 - slot and offset for captures to restore.
  const stack = [nfa.anchored, from];
  let left = MOST_VISITED;
  while (stack.length > 0) {
    let at = stack.pop()!;
    let id = stack.pop()!;
    if (id < 0) {
      slots[-1 - id] = at;
      continue;
    }
    // Follows the best path until it fails; untried paths wait on the stack.
    while (id >= 0) {
      const bit = id * width + (at - from);
      if ((visited[bit >>> 5]! & (1 << (bit & 31))) !== 0) break;
      visited[bit >>> 5]! |= 1 << (bit & 31);
      if (--left < 0) return null;
      const state = nfa.states[id]!;
      id = -1;
      switch (state.kind) {
        case MATCH:
          return slots;
        case UNION:
          for (let i = state.edges.length - 1; i > 0; i--) stack.push(state.edges[i]!, at);
          if (state.edges.length > 0) id = state.edges[0]!;
          break;
        case CAPTURE:
          if (state.slot < slotCount) {
            stack.push(-1 - state.slot, slots[state.slot]!);
            slots[state.slot] = at;
          }
          id = state.next;
          break;
        case LOOK:
          if (holdsAt(state.look!, text, at, unicode)) id = state.next;
          break;
        case BYTES: {
          if (at === end) break;
          const byte = text.charCodeAt(at);
          const { edges } = state;
          for (let i = edges.length - 3; i >= 0; i -= 3) {
            if (edges[i]! > byte || byte > edges[i + 1]!) continue;
            if (id >= 0) stack.push(id, at + 1);
            id = edges[i + 2]!;
          }
          if (id >= 0) at++;
          break;
        }
      }
    }
  }
  return null;
}
