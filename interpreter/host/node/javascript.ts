// V8 and the event loop of Node. node:v8 and node:vm are slow to load, so they are loaded on first use.
import { own } from "../../own/index.ts";
import { isUtf8 } from "node:buffer";
import type { JavaScript } from "../index.ts";
import {
  currentStack,
  exhausted,
  hasCalls,
  isUninitialised,
  stackOf,
  startRecording,
  stopRecording,
} from "../v8/index.ts";

let collector: ((options?: { type: "minor" }) => void) | null = null;

/** V8 exposes its collector only to contexts created while this flag is set. */
function collect(): (options?: { type: "minor" }) => void {
  if (collector === null) {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    setFlagsFromString("--expose-gc");
    collector = process.getBuiltinModule("node:vm").runInNewContext("gc", own({})) as () => void;
    setFlagsFromString("--no-expose-gc");
  }
  return collector;
}

export const javascript: JavaScript = {
  exhausted,
  isUninitialised,
  stackOf,
  currentStack,
  hasCalls,
  startRecording,
  stopRecording,
  // Needs no file descriptor, unlike `process.memoryUsage`: a program may have used them up.
  peakBytes: () => process.resourceUsage().maxRSS * 1024,
  heap() {
    const {
      used_heap_size: used,
      external_memory: external,
      heap_size_limit: limit,
    } = process.getBuiltinModule("node:v8").getHeapStatistics();
    return { used, external, limit };
  },
  // Any argument, even undefined, selects a quick collection.
  collectGarbage: () => collect()(),
  collectYoungGarbage: () => collect()(own({ type: "minor" as const })),
  compile(code, filename, cached) {
    const { Script } = process.getBuiltinModule("node:vm");
    const script = new Script(code, {
      filename,
      ...(cached === undefined ? {} : { cachedData: Buffer.from(cached) }),
    });
    const fresh = cached === undefined || script.cachedDataRejected === true;
    return {
      run: () => script.runInThisContext() as unknown,
      codeCache: () => (fresh ? script.createCachedData() : null),
    };
  },
  soon: (callback) => process.nextTick(callback),
  isUtf8: (bytes) => isUtf8(bytes),
};
