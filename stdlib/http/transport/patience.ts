// The time that a client has to take the data that waits for it in memory
// (reference/http-server#server-connections, "write time-out"). `WriteWait` judges each wait alone, which a
// client that takes a little each time passes forever. This class judges the whole: while much data waits,
// the client has the write time-out plus a time for each byte taken.
import { LIMITS } from "../limits.ts";

export class Patience {
  private since = 0;
  /** The bytes that waited at `since`; -1 while few do. */
  private atFirst = -1;

  /**
   *
   * @param left the bytes that wait in memory
   * @param unsent the bytes that the system holds
   * @param limit the write time-out
   * @returns whether the client has used up its time
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
