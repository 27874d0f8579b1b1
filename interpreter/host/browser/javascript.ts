// The JavaScript engine of a browser. Memory is known only where the browser reports it (Chromium).
import {
  currentStack,
  exhausted,
  hasCalls,
  isUninitialised,
  stackOf,
  startRecording,
  stopRecording,
} from "../v8/index.ts";
import type { JavaScript } from "../index.ts";
import { setImmediate } from "./globals.ts";

interface Memory {
  readonly usedJSHeapSize: number;
  readonly jsHeapSizeLimit: number;
}

const strict = new TextDecoder("utf-8", { fatal: true });
// biome-ignore lint/security/noGlobalEval: a page has no other way to load code; called by another name, it is global
const evaluate = globalThis.eval;

function memory(): Memory {
  const known = (performance as { readonly memory?: Memory }).memory;
  return known ?? { usedJSHeapSize: 0, jsHeapSizeLimit: Infinity };
}

export const javascript: JavaScript = {
  exhausted,
  isUninitialised,
  stackOf,
  currentStack,
  hasCalls,
  startRecording,
  stopRecording,
  peakBytes: () => memory().usedJSHeapSize,
  heap() {
    const { usedJSHeapSize: used, jsHeapSizeLimit: limit } = memory();
    return { used, external: 0, limit };
  },
  // A page cannot ask for a collection.
  collectGarbage() {},
  collectYoungGarbage() {},
  compile: (code, filename) => ({
    run: () => evaluate(`${code}\n//# sourceURL=${filename}`) as unknown,
    codeCache: () => null,
  }),
  soon: (callback) => setImmediate(callback),
  isUtf8(bytes) {
    try {
      strict.decode(bytes);
      return true;
    } catch {
      return false;
    }
  },
};
