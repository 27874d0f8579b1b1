// How long a client may take over what waits for it in memory (reference/http-server#server-connections, "write time-out").
// Each single wait is judged by `WriteWait`: a client that takes a little each time passes there for ever. Here all of
// it is judged: while much waits, every part that has been taken earns a time, and that is all the time there is.
import { LIMITS } from "../limits.ts";

export class Patience {
  private since = 0;
  /** What waited then; -1 while little does. */
  private atFirst = -1;

  /**
   * @param left bytes that wait in memory
   * @param unsent what the system holds
   * @param limit the write time-out
   * @returns whether the client has had its time
   */
  isOver(now: number, left: number, unsent: number, limit: number): boolean {
    if (left <= LIMITS.patientBytes) {
      this.atFirst = -1;
      return false;
    }
    if (this.atFirst < 0) {
      this.since = now;
      this.atFirst = left + unsent;
    }
    const taken = Math.max(0, this.atFirst - left - unsent);
    return now - this.since > limit + (taken / LIMITS.takenPerSecond) * 1000;
  }
}
