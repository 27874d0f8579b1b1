// Whether a program can need instances of generic functions without limit, more than the compiler makes, or of types
// too large to be named. Only lowering the whole program tells for certain. That takes all bodies, so it is left out
// for programs in which no call with larger types than those of its caller leads to another such call.
import { LARGER, nameInKey, VAST } from "../check/index.ts";

/** The names that a body with a name asks for: functions and methods that it may call. */
export type Calls = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * @param grows the functions that are called with larger types, by the name of the caller
 * @param traitMethods the names of all methods that implement traits, which operators may call
 */
export function mayGrow(
  grows: ReadonlyMap<string, readonly string[]>,
  traitMethods: Iterable<string>,
  calls: () => Calls,
): boolean {
  if (grows.size === 0) return false;
  if (grows.has(LARGER) || [...grows.values()].some((callees) => callees.includes(VAST))) return true;
  const edges = calls();
  const viaTraits = reachedFrom(traitMethods, edges);
  const leadsOn = (names: ReadonlySet<string>): boolean => [...grows.keys()].some((name) => names.has(name));
  if (leadsOn(viaTraits)) return true;
  return [...grows.values()].some((callees) => leadsOn(reachedFrom(callees, edges)));
}

function reachedFrom(names: Iterable<string>, calls: Calls): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const next of calls.get(name) ?? []) open.push(next);
  }
  return reached;
}

/** The function or method that a question is about, if it is about one. */
export function calledBy(question: string): string | null {
  const name = question.slice(question.lastIndexOf("\t") + 1);
  if (question.startsWith("member\t")) return name;
  return question.startsWith("head\t") && name.includes("fun:") ? nameInKey(name) : null;
}
