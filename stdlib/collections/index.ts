// std/collections: the stores behind Map and Set. Which one a collection uses is fixed by its key
// type, so each native below knows what it is given.
import { HashTable, MapEntry, ScriptMap, ScriptSet, type Int, type NativeKey, type NativeTable } from "../../interpreter/runtime/index.ts";

type AnyMap = ScriptMap<NativeKey, unknown>;
type AnySet = ScriptSet<NativeKey>;
type AnyTable = HashTable<unknown, unknown>;

export function create(): NativeTable {
  return {
    functions: {
      __enclose: (open: string, parts: string[], close: string) => open + parts.join(", ") + close,

      __map_new: () => new ScriptMap(),
      __map_len: (map: AnyMap) => map.size,
      __map_set: (map: AnyMap, key: NativeKey, value: unknown) => map.set(key, value),
      __map_get: (map: AnyMap, key: NativeKey) => map.find(key),
      __map_get_or: (map: AnyMap, key: NativeKey, fallback: unknown) => map.getOr(key, fallback),
      __map_has: (map: AnyMap, key: NativeKey) => map.has(key),
      __map_remove: (map: AnyMap, key: NativeKey) => map.delete(key),
      __map_keys: (map: AnyMap) => map.keys(),
      __map_values: (map: AnyMap) => map.values(),
      __map_entries: (map: AnyMap) => map.entries(),
      __map_clear: (map: AnyMap) => map.clear(),

      __set_new: () => new ScriptSet(),
      __set_len: (set: AnySet) => set.size,
      __set_add: (set: AnySet, value: NativeKey) => set.add(value),
      __set_has: (set: AnySet, value: NativeKey) => set.has(value),
      __set_remove: (set: AnySet, value: NativeKey) => set.delete(value),
      __set_values: (set: AnySet) => set.values(),
      __set_union: (set: AnySet, other: AnySet) => set.union(other),
      __set_filtered: (set: AnySet, other: AnySet, both: boolean) => set.filtered(other, both),

      __slots: (map: AnyTable) => map,
      __elements: (set: AnyTable) => set,
      __table_map: () => new HashTable(),
      __table_set: () => new HashTable(),
      __table_len: (table: AnyTable) => table.size,
      __table_version: (table: AnyTable) => table.version,
      __table_first: (table: AnyTable, hash: Int) => table.first(hash),
      __table_next: (table: AnyTable, slot: number) => table.next(slot),
      __table_key: (table: AnyTable, slot: number) => table.keyAt(slot),
      __table_entry: (table: AnyTable, slot: number) => table.entryAt(slot),
      __table_append: (table: AnyTable, hash: Int, key: unknown) => table.append(hash, key),
      __table_append_entry: (table: AnyTable, hash: Int, key: unknown, value: unknown) => table.appendEntry(hash, key, value),
      __table_remove: (table: AnyTable, slot: number) => table.remove(slot),
      __table_keys: (table: AnyTable) => table.keys(),
      __table_values: (table: AnyTable) => table.values(),
      __table_entries: (table: AnyTable) => table.entries(),
      __table_clear: (table: AnyTable) => table.clear(),
    },
    structs: { Map: ScriptMap, Set: ScriptSet, Entry: MapEntry, __Table: HashTable },
  };
}
