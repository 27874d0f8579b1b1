import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { intFromBigInt, intToBigInt, ScriptMap, ScriptSet, type Int } from "../index.ts";

type Key = number;

/** Few keys, so that they meet again; near and beyond the limits of 32 bits and of exact numbers. */
const KEYS: readonly Key[] = [
  ...Array.from({ length: 40 }, (_, at) => BigInt(at)),
  ...[31n, 32n, 53n, 62n].flatMap((power) => [-1n, 0n, 1n, 1024n].map((near) => 2n ** power + near)),
  ...[31n, 32n, 53n, 62n].flatMap((power) => [-1n, 0n, 1n].map((near) => -(2n ** power) + near)),
].map((value) => intFromBigInt(value) as Key);

const key = fc.nat(KEYS.length - 1);
const operation = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), key, value: fc.nat(9) }),
  fc.record({ kind: fc.constant("remove" as const), key, value: fc.constant(0) }),
  fc.record({ kind: fc.constantFrom("entries", "write", "box", "clear"), key, value: fc.nat(9) }),
);

describe("a map of Ints", () => {
  test("behaves like the host's Map under any sequence of operations", () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
        const map = new ScriptMap<Key, number>();
        const model = new Map<bigint, number>();
        let steps = map.entriesInSteps();
        for (const { kind, key: at, value } of operations) {
          const script = KEYS[at]!;
          const plain = intToBigInt(script);
          if (kind === "set") {
            map.set(script, value);
            model.set(plain, value);
          } else if (kind === "remove") expect(map.delete(script)).toBe(model.delete(plain));
          else if (kind === "box") {
            if (steps.next().done === true) steps = map.entriesInSteps();
          } else if (kind === "clear" && value === 0) {
            map.clear();
            model.clear();
          } else if (kind === "write" && value > 6) {
            const entry = map.entries().find(({ _key }) => intToBigInt(_key) === plain);
            if (entry !== undefined) {
              entry._value = value;
              model.set(plain, value);
            }
          }
          expect(map.size).toBe(model.size);
          expect(map.get(script)).toBe(model.get(plain));
        }
        expect(map.keys().map(intToBigInt)).toEqual([...model.keys()]);
        expect(map.values()).toEqual([...model.values()]);
        expect([...map.pairs()].map(([each, value]) => [intToBigInt(each), value])).toEqual([...model]);
        expect(map.entries().map(({ _key, _value }) => [intToBigInt(_key), _value])).toEqual([...model]);
      }),
    );
  });

  test("keeps an entry that the program has through removals around it", () => {
    const map = new ScriptMap<number, number>();
    for (let at = 0; at < 100; at++) map.set(at, at);
    const entry = map.entries()[50]!;
    for (let at = 0; at < 100; at++) if (at !== 50) map.delete(at);
    for (let at = 100; at < 300; at++) map.set(at, at);
    entry._value = -1;
    expect(map.get(50)).toBe(-1);
    expect(map.entries()[0]).toBe(entry);
  });

  test("releases removed entries, and is fast to list when nearly empty", () => {
    const map = new ScriptMap<number, object>();
    const COUNT = 100_000;
    for (let at = 0; at < COUNT; at++) map.set(at, {});
    for (let at = 1; at < COUNT; at++) map.delete(at);
    const { slots } = (map as unknown as { store: { slots: Int[] } }).store;
    expect(slots.length).toBeLessThan(10);
    expect(map.keys()).toEqual([0]);
  });

  test.each([1, 3, 1024, 65_536, 2 ** 20, 1_000_003, 2 ** 32, 2 ** 40 + 1])(
    "has short chains for multiples of %d",
    (factor) => {
      const COUNT = 50_000;
      const set = new ScriptSet<number>();
      for (let at = 0; at < COUNT; at++) set.add(at * factor);
      const { links } = (set as unknown as { store: { links: Int32Array } }).store;
      // Each link that is not 0 is a key that shares its bucket with an earlier one.
      expect(links.filter((link) => link !== 0).length).toBeLessThan(COUNT * 0.6);
    },
  );
});

describe("sets of Ints", () => {
  const elements = fc.array(
    key.map((at) => KEYS[at]!),
    { maxLength: 60 },
  );
  const setOf = (each: readonly Key[]): ScriptSet<Key> => {
    const set = new ScriptSet<Key>();
    for (const element of each) set.add(element);
    return set;
  };

  test("combine as the definition says, in the order of the receiver", () => {
    fc.assert(
      fc.property(elements, elements, (left, right) => {
        const [a, b] = [setOf(left), setOf(right)];
        const plain = (set: ScriptSet<Key>): bigint[] => set.values().map(intToBigInt);
        const [inA, inB] = [plain(a), plain(b)];
        expect(plain(a.union(b))).toEqual([...new Set([...inA, ...inB])]);
        expect(plain(a.filtered(b, true))).toEqual(inA.filter((each) => inB.includes(each)));
        expect(plain(a.filtered(b, false))).toEqual(inA.filter((each) => !inB.includes(each)));
        const union = a.union(b);
        union.add(77);
        union.delete(KEYS[0]!);
        expect([plain(a), plain(b)]).toEqual([inA, inB]);
      }),
    );
  });
});
