// Classes of bytes that an automaton does not distinguish: its tables have a column for each class instead of
// each byte.
import { neighbourOf } from "./look.ts";
import { BYTES, LOOK, type Nfa } from "./nfa.ts";

/** Returns the class of each byte, and one byte of each class. */
export function byteClasses(nfa: Nfa): { classOf: Uint8Array; sample: number[] } {
  const starts = new Uint8Array(257);
  for (const { kind, edges } of nfa.states) {
    if (kind === BYTES) {
      for (let i = 0; i < edges.length; i += 3) {
        starts[edges[i]!] = 1;
        starts[edges[i + 1]! + 1] = 1;
      }
    } else if (kind === LOOK) {
      for (let byte = 1; byte < 256; byte++) {
        if (neighbourOf(byte) !== neighbourOf(byte - 1)) starts[byte] = 1;
      }
    }
  }
  const classOf = new Uint8Array(256);
  const sample = [0];
  for (let byte = 1; byte < 256; byte++) {
    if (starts[byte] === 1) sample.push(byte);
    classOf[byte] = sample.length - 1;
  }
  return { classOf, sample };
}
