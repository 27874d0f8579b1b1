import { describe, expect, test } from "vitest";
import { HashTable } from "../index.ts";

/** What collections.std does, without waiting. */
function find(table: HashTable<string, number>, key: string, hash: number): number {
  let slot = table.first(hash);
  while (slot >= 0 && table.keyAt(slot) !== key) slot = table.next(slot);
  return slot;
}

describe("HashTable", () => {
  test("behaves as a Map under random work, with many equal hashes", () => {
    const table = new HashTable<string, number>();
    const model = new Map<string, number>();
    let seed = 1;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let step = 0; step < 20000; step++) {
      const key = `k${random(300)}`;
      const hash = (Number(key.slice(1)) % 40) - 20;
      const slot = find(table, key, hash);
      expect(slot >= 0).toBe(model.has(key));
      if (random(3) === 0) {
        if (slot >= 0) table.remove(slot);
        model.delete(key);
      } else {
        if (slot >= 0) table.entryAt(slot)._value = step;
        else table.appendEntry(hash, key, step);
        model.set(key, step);
      }
    }
    expect(table.size).toBe(model.size);
    expect(table.keys()).toEqual([...model.keys()]);
    expect(table.values()).toEqual([...model.values()]);
    table.clear();
    expect(table.entries()).toEqual([]);
    expect(find(table, "k1", 1)).toBe(-1);
  });

  test("stays safe for slots that have moved, and says so by its version", () => {
    const table = new HashTable<string, number>();
    for (let i = 0; i < 20; i++) table.append(7, `k${i}`);
    const version = table.version;
    const last = find(table, "k0", 7);
    table.clear();
    expect(table.version).not.toBe(version);
    expect(table.next(last)).toBe(-1);
    expect(table.next(1000)).toBe(-1);
  });

  test("keeps few slots for few keys", () => {
    const table = new HashTable<string, number>();
    for (let i = 0; i < 10_000; i++) table.appendEntry(i, `k${i}`, i);
    for (let i = 1; i < 10_000; i++) table.remove(find(table, `k${i}`, i));
    expect((table as unknown as { keyList: unknown[] }).keyList.length).toBeLessThan(10);
    expect(table.entryAt(find(table, "k0", 0))._value).toBe(0);
    expect(table.entries().map(({ _key }) => _key)).toEqual(["k0"]);
  });

  test("reuses the room of removed entries", () => {
    const table = new HashTable<string, number>();
    for (let i = 0; i < 100000; i++) {
      table.append(i, `k${i}`);
      if (i >= 4) table.remove(find(table, `k${i - 4}`, i - 4));
    }
    expect(table.keys()).toEqual(["k99996", "k99997", "k99998", "k99999"]);
  });
});
