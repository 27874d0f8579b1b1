// Clients that take data slowly (reference/http-server#server-connections).
import { describe, expect, it } from "vitest";
import { Patience } from "./patience.ts";

/** Returns the second in which a client that takes `perSecond` bytes per second is dropped, or null. */
function droppedAfter(size: number, perSecond: number): number | null {
  const patience = new Patience();
  for (let second = 0, left = size; left > 0; second++, left -= perSecond) {
    if (patience.isOver(second * 1000, left, 2_000_000, 30_000)) return second;
  }
  return null;
}

describe("patience with slow clients", () => {
  it("ends for a client that would hold much memory for hours", () => {
    expect(droppedAfter(300_000_000, 8_192)).toBe(61);
    expect(droppedAfter(300_000_000, 1)).toBe(31);
  });
  it("lasts for a client that is slow but makes progress, and for little data", () => {
    expect(droppedAfter(300_000_000, 20_000)).toBeNull();
    expect(droppedAfter(1_000_000, 3_000)).toBeNull();
  });
  it("begins again when much data waits again", () => {
    const patience = new Patience();
    expect(patience.isOver(0, 5_000_000, 0, 1_000)).toBe(false);
    expect(patience.isOver(900, 100, 0, 1_000)).toBe(false);
    expect(patience.isOver(2_000, 5_000_000, 0, 1_000)).toBe(false);
    expect(patience.isOver(3_001, 5_000_000, 0, 1_000)).toBe(true);
  });
});
