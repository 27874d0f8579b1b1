// std/unicode: the host's Unicode functions. Long strings are processed in parts.
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
import { PART, textParts, textWidthInSteps } from "../prelude/index.ts";
import { foldText } from "./fold.ts";
import { normalized } from "./normalize.ts";

/** Parts of more bytes consist of marks on one character, and cannot be divided. */
const LARGE = 1 << 18;
/** The milliseconds that the host takes for a byte of such a part, on a slow machine. */
const MILLIS_PER_BYTE = 0.0001;

/** Applies a function to a string, part by part. @throws Panic `string too large`. */
function* mapped(runtime: Runtime, bytes: string, change: (text: string) => string): Steps<string> {
  if (bytes.length <= PART) return toBytes(change(fromBytes(bytes)));
  const done: string[] = [];
  let size = 0;
  for (const part of textParts(bytes)) {
    if (part.length > LARGE) runtime.foresee(part.length * MILLIS_PER_BYTE);
    const changed = toBytes(change(fromBytes(part)));
    size += changed.length;
    if (size > MAX_STRING) throw new Panic("string too large");
    done.push(changed);
    yield;
  }
  return done.join("");
}

function* graphemesOf(runtime: Runtime, bytes: string, segmenter: Intl.Segmenter): Steps<string[]> {
  const found: string[] = [];
  for (const part of textParts(bytes)) {
    if (part.length > LARGE) runtime.foresee(part.length * MILLIS_PER_BYTE);
    for (const { segment } of segmenter.segment(fromBytes(part))) found.push(toBytes(segment));
    yield;
  }
  return found;
}

export function create(runtime: Runtime): NativeTable {
  let segmenter: Intl.Segmenter | undefined;
  const change =
    (map: (text: string) => string) =>
    (bytes: string): MaybePromise<string> =>
      inSteps(runtime, mapped(runtime, bytes, map));
  return {
    functions: {
      fold: change(foldText),
      nfc: change((text) => normalized(text, "NFC")),
      nfd: change((text) => normalized(text, "NFD")),
      nfkc: change((text) => normalized(text, "NFKC")),
      nfkd: change((text) => normalized(text, "NFKD")),
      upper: change((text) => text.toUpperCase()),
      lower: change((text) => text.toLowerCase()),
      graphemes: (bytes: string) =>
        inSteps(
          runtime,
          graphemesOf(runtime, bytes, (segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" }))),
        ),
      width: (bytes: string) => inSteps(runtime, textWidthInSteps(bytes)),
    },
  };
}
