// The built command, as users start it, so that a test does not load all sources. `scripts/ensure-built.ts`
// builds it before the first test if a source is newer.
import { join } from "node:path";

export const STD = join(import.meta.dirname, "../../dist/interpreter/cli/std.js");
