// std/unicode: the host's knowledge of Unicode. Long texts are taken in parts, cut before a space, where no mark
// belongs to what stands before and no word goes on.
import {
  fromBytes,
  inSteps,
  MAX_STRING,
  Panic,
  toBytes,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { textWidth } from "../prelude/index.ts";
import { foldText } from "./fold.ts";

/** Bytes of a part, as a rule. */
const PART = 1 << 14;

function* parts(bytes: string): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const space = at + PART >= bytes.length ? -1 : bytes.indexOf(" ", at + PART);
    const end = space < 0 ? bytes.length : space;
    yield bytes.slice(at, end);
    at = end;
  }
}

/** What becomes of a text, part by part. @throws Panic `string too large`. */
function* mapped(bytes: string, change: (text: string) => string): Steps<string> {
  if (bytes.length <= PART) return toBytes(change(fromBytes(bytes)));
  const done: string[] = [];
  let size = 0;
  for (const part of parts(bytes)) {
    const changed = toBytes(change(fromBytes(part)));
    size += changed.length;
    if (size > MAX_STRING) throw new Panic("string too large");
    done.push(changed);
    yield;
  }
  return done.join("");
}

function* graphemesOf(bytes: string, segmenter: Intl.Segmenter): Steps<string[]> {
  const found: string[] = [];
  for (const part of parts(bytes)) {
    for (const { segment } of segmenter.segment(fromBytes(part))) found.push(toBytes(segment));
    yield;
  }
  return found;
}

function* widthOf(bytes: string): Steps<number> {
  let columns = 0;
  for (const part of parts(bytes)) {
    columns += textWidth(part);
    yield;
  }
  return columns;
}

export function create(runtime: Runtime): NativeTable {
  let segmenter: Intl.Segmenter | undefined;
  const change =
    (map: (text: string) => string) =>
    (bytes: string): MaybePromise<string> =>
      inSteps(runtime, mapped(bytes, map));
  return {
    functions: {
      fold: change(foldText),
      nfc: change((text) => text.normalize("NFC")),
      nfd: change((text) => text.normalize("NFD")),
      nfkc: change((text) => text.normalize("NFKC")),
      nfkd: change((text) => text.normalize("NFKD")),
      upper: change((text) => text.toUpperCase()),
      lower: change((text) => text.toLowerCase()),
      graphemes: (bytes: string) =>
        inSteps(
          runtime,
          graphemesOf(bytes, (segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" }))),
        ),
      width: (bytes: string) => inSteps(runtime, widthOf(bytes)),
    },
  };
}
