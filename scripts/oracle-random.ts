// Compares random programs, by seed: a failure names its seed, and the last line of progress the
// seed from which to continue.
import { ask } from "./oracle-pool.ts";

const LIMIT_MS = 60_000;
const PROGRESS = 1_000;

/** Calls `record` with the name of each program, and the difference or null. */
export async function compareRandom(
  count: number,
  first: number,
  threads: number,
  record: (name: string, difference: string | null) => void,
): Promise<void> {
  let answered = 0;
  let failed = 0;
  let long = 0;
  const requests = function* () {
    for (let seed = first; seed < first + count; seed++) yield { kind: "random" as const, seed };
  };
  await ask(requests(), threads, LIMIT_MS, ({ seed }, { difference, skipped }) => {
    if (skipped !== null) long++;
    if (difference !== null) failed++;
    record(`random program ${seed}`, difference);
    if (++answered % PROGRESS === 0 || answered === count)
      console.log(
        `${answered} random programs, to seed ${first + answered - 1}; ${failed} failed, ${long} took too long`,
      );
  });
}
