// Values of the module's own types that natives return (std/fs).
import type { FileKind } from "../../interpreter/host/index.ts";
import type { EnumValue } from "../../interpreter/runtime/index.ts";
import type { File } from "./open-files.ts";
import type { ChangeKind } from "./watch.ts";

const variants = (count: number): readonly EnumValue[] =>
  Array.from({ length: count }, (_, tag) => Object.freeze({ tag }));

const KINDS: readonly FileKind[] = ["file", "folder", "link", "other"];
const CHANGES: readonly ChangeKind[] = ["created", "changed", "removed"];

/** The enums by name, with their variants in the order of declaration. */
export const enums = { FileKind: variants(KINDS.length), FileChange: variants(CHANGES.length) };

export const kindValue = (kind: FileKind): EnumValue => enums.FileKind[KINDS.indexOf(kind)]!;
export const changeValue = (kind: ChangeKind): EnumValue => enums.FileChange[CHANGES.indexOf(kind)]!;

export class Metadata {
  readonly _size: number;
  readonly _modified_ms: number;
  readonly _kind: EnumValue;
  readonly _mode: number;

  constructor(size: number, modifiedMs: number, kind: EnumValue, mode: number) {
    this._size = size;
    this._modified_ms = modifiedMs;
    this._kind = kind;
    this._mode = mode;
  }
}

export class FileEvent {
  readonly _path: string;
  readonly _kind: EnumValue;

  constructor(path: string, kind: EnumValue) {
    this._path = path;
    this._kind = kind;
  }
}

export class TempFile {
  readonly _path: string;
  readonly _file: File;

  constructor(path: string, file: File) {
    this._path = path;
    this._file = file;
  }
}
