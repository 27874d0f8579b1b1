// Unit tests are beside the code that they test. They wait for events of sockets, children and the scheduler,
// not for time to pass, so time-outs only end tests that hang, and are long enough for a busy machine. Tests
// use the real machine (interpreter/host/node) unless they create another.
// Slow tests are named `*.slow.test.ts` and run only with STDLANG_SLOW=1 (`npm run test:slow`).
// `*.sampled.test.ts` always run, without STDLANG_SLOW on a share of their cases
// (interpreter/testing/sample.ts).
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const isSlow = process.env["STDLANG_SLOW"] === "1";
const all = "{interpreter,stdlib,scripts,site}/**/";

export default defineConfig({
  test: {
    globalSetup: "scripts/ensure-built.ts",
    include: isSlow ? [`${all}*.slow.test.ts`, `${all}*.sampled.test.ts`] : [`${all}*.test.ts`],
    exclude: isSlow ? ["node_modules/**"] : ["node_modules/**", `${all}*.slow.test.ts`],
    // Files that run in one process share its loaded modules, and restore what they change. Slow tests may
    // exhaust a process, so each gets its own.
    isolate: isSlow,
    // Many files mostly wait for children and sockets. By default, one of two cores would stay idle.
    maxWorkers: availableParallelism() + 1,
    setupFiles: ["interpreter/host/node/index.ts", "scripts/property-seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
