// A process of `std test`: runs the tests of one file after the other, and sends each result. A test that
// does not end in time is asked for its location: by a message, if it waits, or by the debugger, if it
// computes (test/process.ts).
import { standardModules } from "../../stdlib/index.ts";
import type { FromChild, ToChild } from "./test/results.ts";
import { expire, runJob } from "./test/run-file.ts";

process.removeAllListeners("warning");
Object.defineProperty(globalThis, "stdTestExpired", { value: () => JSON.stringify(expire()) });

const send = (message: FromChild): void => void process.send?.(message);

process.on("message", (message: ToChild) => {
  if ("expired" in message) send({ last: expire() });
  else void run(message);
});
// The command has ended.
process.on("disconnect", () => process.exit());

async function run({ job }: Extract<ToChild, { job: unknown }>): Promise<void> {
  // Loads shared modules first, so that the time of the first test does not include it.
  const modules = standardModules.filter(({ name }) => job.program.natives.includes(`std/${name}`));
  await Promise.all(modules.map(({ load }) => load?.()));
  send({ begun: true });
  // A test with nothing left to wait for is a deadlock, although the command could still send a message.
  process.channel?.unref();
  try {
    await runJob(job, (result, extras) => send({ result, extras }));
  } finally {
    process.channel?.ref();
  }
  send({ done: true });
}
