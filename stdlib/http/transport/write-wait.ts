// One wait for a client to take bytes (reference/http-server#server-connections, "write timeout"): it must
// take another `LIMITS.writeSlice` within the limit. The platform reports a write only when the system has
// room for all of it, which may be megabytes later. So the amount that the system still holds is checked at
// intervals.
import { LIMITS } from "../limits.ts";

const LOOKS = 8;

export class WriteWait {
  private limit = Infinity;
  private until = Infinity;
  /**
   * The bytes the system held at the last look that showed progress, or at the first look; null before it.
   */
  private unsent: number | null = null;

  /**
   *
   * Starts a wait for a blocked write.
   * @returns when to look
   */
  begin(now: number, limit: number): number {
    this.limit = limit;
    this.until = now + limit;
    this.unsent = null;
    return this.nextLook(now);
  }

  /**
   *
   * @param unsent the bytes that the system still holds for the client, or null if unknown
   * @returns when to look again, or null if the client has used up its time
   */
  look(now: number, unsent: number | null): number | null {
    const before = this.unsent;
    // The system holds more only after the client has made room.
    const progress =
      before !== null && unsent !== null && (unsent > before || unsent <= before - LIMITS.writeSlice);
    if (progress) this.until = now + this.limit;
    else if (now >= this.until) return null;
    if (progress || before === null) this.unsent = unsent;
    return this.nextLook(now);
  }

  private nextLook(now: number): number {
    return Math.min(this.until, now + this.limit / LOOKS);
  }
}
