// The struct `ArchiveEntry` and the enum `EntryKind`.
import type { EnumValue, Int } from "../../interpreter/runtime/index.ts";

export const KIND = { File: 0, Dir: 1, Link: 2, HardLink: 3, Other: 4 } as const;
export const KINDS: readonly EnumValue[] = Object.values(KIND).map((tag) => ({ tag }));

export class ArchiveEntry {
  _name: string;
  _kind: EnumValue;
  _data: string;
  _mode: Int;
  _modified: Int;
  constructor(name: string, kind: EnumValue | number, data: string, mode: Int, modified: Int) {
    this._name = name;
    this._kind = typeof kind === "number" ? KINDS[kind]! : kind;
    this._data = data;
    this._mode = mode;
    this._modified = modified;
  }
}
