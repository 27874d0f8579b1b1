// Plans the `switch` for a `match` whose first arms test the tag of one enum or plain constants: divides its
// arms into groups that share tags or constants, and the arms after these.
import { isIrrefutable, type Arm, type Pattern } from "../../ir/index.ts";
import { boundByTest, isSmall } from "./patterns.ts";

/** The key of None among tags or constants. */
export const NONE = Symbol("None");

export type Key = number | bigint | string | boolean | typeof NONE;

export interface SwitchPlan {
  readonly on: "tag" | "constant";
  /** Whether the matched value may be None. */
  readonly option: boolean;
  /** No key is in two groups; the arms of each keep their order. */
  readonly groups: readonly Group[];
  /**
   * The arms tried when no arm of a group matches: the first arm that tests something else, and all after it.
   */
  readonly rest: readonly Arm[];
}

export interface Group {
  readonly keys: ReadonlySet<Key>;
  readonly arms: readonly Arm[];
}

/** With fewer cases, sequential tests are used. */
const SWITCH_FROM = 4;

/** Null if a `switch` has no advantage. */
export function switchPlan(arms: readonly Arm[]): SwitchPlan | null {
  if (arms.length < SWITCH_FROM) return null;
  const looking: { arm: Arm; keys: readonly Key[] }[] = [];
  let on: SwitchPlan["on"] | null = null;
  let option = false;
  for (const arm of arms) {
    const looks = looksAt(arm.pattern);
    if (looks === null || (on !== null && looks.on !== null && looks.on !== on)) break;
    on ??= looks.on;
    option ||= looks.option;
    looking.push({ arm, keys: looks.keys });
  }
  const groups = grouped(looking);
  const rest = arms.slice(looking.length);
  const cases = groups.length + (rest.length > 0 ? 1 : 0);
  return on === null || cases < SWITCH_FROM ? null : { on, option, groups, rest };
}

interface Look {
  /** Null for None, which can be combined with either. */
  readonly on: SwitchPlan["on"] | null;
  readonly option: boolean;
  readonly keys: readonly Key[];
}

function looksAt(pattern: Pattern): Look | null {
  switch (pattern.kind) {
    case "Variant":
      return { on: "tag", option: false, keys: [pattern.index] };
    case "Literal":
      return isSwitchable(pattern.value)
        ? { on: "constant", option: false, keys: [pattern.value.value as Key] }
        : null;
    case "None":
      return { on: null, option: true, keys: [NONE] };
    case "Some": {
      const inner = pattern.boxed ? null : looksAt(pattern.inner);
      return inner === null || inner.option ? null : { ...inner, option: true };
    }
    case "Alternatives": {
      const looks = pattern.alternatives.map(looksAt);
      const on = looks.find((look) => look !== null && look.on !== null)?.on ?? null;
      if (!looks.every((look) => look !== null && (look.on === null || look.on === on))) return null;
      return { on, option: looks.some((look) => look!.option), keys: looks.flatMap((look) => look!.keys) };
    }
    case "Any":
    case "Bind":
    case "Range":
    case "Ok":
    case "Err":
    case "Struct":
    case "List":
      return null;
  }
}

/** Whether the pattern needs no further test when the key is known to be one of `keys`. */
export function isKnown(pattern: Pattern, keys: ReadonlySet<Key>): boolean {
  const looks = looksAt(pattern)!;
  return keys.size <= new Set(looks.keys).size && boundByTest(pattern).size === 0 && asksNoMore(pattern);
}

function asksNoMore(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "Variant":
      return pattern.payload.every(isIrrefutable);
    case "Some":
      return asksNoMore(pattern.inner);
    case "Alternatives":
      return pattern.alternatives.every(asksNoMore);
    default:
      return true;
  }
}

/** Floats compare differently, and Ints beyond 2^53 are objects. */
function isSwitchable(literal: (Pattern & { kind: "Literal" })["value"]): boolean {
  return literal.of !== "Float" && (literal.of !== "Int" || isSmall(literal.value as bigint));
}

/** Groups arms that share a key, directly or transitively. */
function grouped(looking: readonly { arm: Arm; keys: readonly Key[] }[]): Group[] {
  const joined = new Map<Key, Key>();
  const rootOf = (key: Key): Key => {
    for (;;) {
      const next = joined.get(key) ?? key;
      if (next === key) return key;
      joined.set(key, joined.get(next) ?? next);
      key = next;
    }
  };
  for (const { keys } of looking) for (const key of keys) joined.set(rootOf(key), rootOf(keys[0]!));
  const groups = new Map<Key, { keys: Set<Key>; arms: Arm[] }>();
  for (const { arm, keys } of looking) {
    const root = rootOf(keys[0]!);
    const group = groups.get(root) ?? { keys: new Set(), arms: [] };
    groups.set(root, group);
    group.arms.push(arm);
    for (const key of keys) group.keys.add(key);
  }
  return [...groups.values()];
}
