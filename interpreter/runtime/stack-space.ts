// How much stack is left. Async functions cannot run out of it in order: V8 tells the host about
// their rejection while there is no room for that. So compiled code counts, and asks here.

const CHUNK = 4096;
const FILLER = new Array<number>(CHUNK).fill(0);
/** Words kept for what runs beside compiled code. */
const RESERVE = 24_000;

/** The words that calls may still take, found out by taking them. */
export function spareStack(): number {
  let chunks = 0;
  const dive = (..._filler: number[]): void => {
    chunks++;
    dive(...FILLER);
  };
  try {
    dive(...FILLER);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return Math.max(0, chunks * CHUNK - RESERVE);
}
