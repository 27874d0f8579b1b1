// Unit tests stand beside what they test. They wait for sockets, children and the scheduler, never for
// a time to pass, so a time-out only ends what hangs: it is long enough for a machine with other work.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["{interpreter,stdlib,scripts}/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
