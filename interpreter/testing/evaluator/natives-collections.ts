// The store of Map and Set: slots in order of insertion. collections.std searches them by hash; here they are
// a plain list, searched from its start.
import type { StructSymbol, Type } from "../../check/index.ts";
import type { Evaluation } from "./evaluation.ts";
import type { OwnNative } from "./natives.ts";
import { hashOfText } from "./natives-core.ts";
import { GaveUp } from "./scheduler.ts";
import { StructValue } from "./values.ts";

interface Slot {
  readonly hash: bigint;
  readonly key: unknown;
  /** The struct `Entry` of a map. */
  readonly entry: StructValue | null;
}

/** A map or a set; a removed slot stays empty, so that slots keep their numbers. */
export class Table {
  slots: (Slot | null)[] = [];
  version = 0n;

  get living(): Slot[] {
    return this.slots.filter((slot) => slot !== null);
  }

  search(hash: bigint, from: bigint): bigint {
    return BigInt(this.slots.findIndex((slot, i) => BigInt(i) >= from && slot?.hash === hash));
  }

  append(hash: bigint, key: unknown, entry: StructValue | null): void {
    this.slots.push({ hash, key, entry });
    this.version++;
  }

  /**
   * Replaces the entries of a map with String keys with those of a native. Remaining entries stay the same
   * objects.
   */
  replace(evaluation: Evaluation, pairs: readonly (readonly [unknown, unknown])[]): void {
    const known = new Map(this.living.map((slot) => [slot.key, slot]));
    this.slots = pairs.map(([key, value]) => {
      if (typeof key !== "string") throw new GaveUp("a native has made a map with other keys than texts");
      const entry = known.get(key)?.entry ?? new StructValue(entryStruct(evaluation), [key, value]);
      entry.fields[1] = value;
      return { hash: hashOfText(key), key, entry };
    });
    this.version++;
  }
}

/** The struct `Entry` of the module. */
function entryStruct(evaluation: Evaluation): StructSymbol {
  const module = evaluation.program.modules.get("std/collections")!;
  const symbols = [...module.functions.values()].map((fn): Type => fn.result);
  const entry = symbols.find((type) => type.kind === "Named" && type.symbol.name === "Entry");
  if (entry?.kind !== "Named" || entry.symbol.kind !== "Struct")
    throw new Error("std/collections lacks Entry");
  return entry.symbol;
}

const KEYS = (table: Table): unknown[] => table.living.map((slot) => slot.key);
const ENTRIES = (table: Table): StructValue[] => table.living.map((slot) => slot.entry!);

export const collectionNatives: Readonly<Record<string, OwnNative>> = {
  "std/collections:__enclose": (_: Evaluation, open: string, parts: string[], close: string) =>
    open + parts.join(", ") + close,
  "std/collections:__slots": (_: Evaluation, map: Table) => map,
  "std/collections:__elements": (_: Evaluation, set: Table) => set,
  "std/collections:__table_map": () => new Table(),
  "std/collections:__table_set": () => new Table(),
  "std/collections:__table_len": (_: Evaluation, table: Table) => BigInt(table.living.length),
  "std/collections:__table_version": (_: Evaluation, table: Table) => table.version,
  "std/collections:__table_first": (_: Evaluation, table: Table, hash: bigint) => table.search(hash, 0n),
  "std/collections:__table_next": (_: Evaluation, table: Table, slot: bigint) => {
    const { hash } = table.slots[Number(slot)] ?? { hash: 0n };
    return table.slots[Number(slot)] == null ? -1n : table.search(hash, slot + 1n);
  },
  "std/collections:__table_key": (_: Evaluation, table: Table, slot: bigint) =>
    table.slots[Number(slot)]!.key,
  "std/collections:__table_entry": (_: Evaluation, table: Table, slot: bigint) =>
    table.slots[Number(slot)]!.entry,
  "std/collections:__table_append": (_: Evaluation, table: Table, hash: bigint, key: unknown) =>
    table.append(hash, key, null),
  "std/collections:__table_append_entry": (
    evaluation: Evaluation,
    table: Table,
    hash: bigint,
    key: unknown,
    value: unknown,
  ) => table.append(hash, key, new StructValue(entryStruct(evaluation), [key, value])),
  "std/collections:__table_remove": (_: Evaluation, table: Table, slot: bigint) => {
    if (slot < 0n) return false;
    table.slots[Number(slot)] = null;
    table.version++;
    return true;
  },
  "std/collections:__table_keys": (_: Evaluation, table: Table) => KEYS(table),
  "std/collections:__table_values": (_: Evaluation, table: Table) =>
    ENTRIES(table).map((entry) => entry.fields[1]),
  "std/collections:__table_entries": (_: Evaluation, table: Table) => ENTRIES(table),
  "std/collections:__table_clear": (_: Evaluation, table: Table) => {
    table.slots = [];
    table.version++;
  },
};
