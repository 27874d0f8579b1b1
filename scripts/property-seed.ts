// Property tests use a fixed seed, so that a run gives the same result again. To look for new failures, run
// them with other seeds: `PROPERTY_SEED=7 npx vitest run stdlib/json`. A failure prints its seed.
import fc from "fast-check";

const seed = Number(process.env["PROPERTY_SEED"] ?? "1");
if (!Number.isInteger(seed)) throw new Error("PROPERTY_SEED must be an integer");
fc.configureGlobal({ seed });
