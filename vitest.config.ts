// Unit tests stand beside what they test. They wait for sockets, children and the scheduler, never for
// a time to pass, so a time-out only ends what hangs: it is long enough for a machine with other work.
// The machine of all of them is the real one (interpreter/host/node), unless they make another.
// Those that take long are named `*.slow.test.ts` and run with STDLANG_SLOW=1 alone (`npm run test:slow`);
// `*.sampled.test.ts` run both ways, on a share of what they try without it (interpreter/testing/sample.ts).
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const isSlow = process.env["STDLANG_SLOW"] === "1";
const all = "{interpreter,stdlib,scripts}/**/";

export default defineConfig({
  test: {
    globalSetup: "scripts/ensure-built.ts",
    include: isSlow ? [`${all}*.slow.test.ts`, `${all}*.sampled.test.ts`] : [`${all}*.test.ts`],
    exclude: isSlow ? ["node_modules/**"] : ["node_modules/**", `${all}*.slow.test.ts`],
    // A file finds what the one before it in its process has loaded: what it changes of the process, it puts back. Slow
    // ones use up what a process has.
    isolate: isSlow,
    // Many files wait for children and sockets most of their time. Without a number, one of two cores stays idle.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ["interpreter/host/node/index.ts", "scripts/property-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
