// The command as users start it: built, so that a test costs a start and not the loading of all sources.
// `scripts/ensure-built.ts` builds it before the first test when a source is newer.
import { join } from "node:path";

export const STD = join(import.meta.dirname, "../../dist/interpreter/cli/std.js");
