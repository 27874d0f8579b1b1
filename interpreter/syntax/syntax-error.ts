// From a failed match to a diagnostic.
import type { MatchResult } from "ohm-js";
import { describeToken, type Builder } from "./build/builder.ts";
import { expectedKinds, wordExpected } from "./expectation.ts";
import type { ItemRange } from "./items.ts";

export function reportFailure(builder: Builder, range: ItemRange, match: MatchResult): void {
  const at = range.start + (match as unknown as { getRightmostFailurePosition(): number }).getRightmostFailurePosition();
  const expected = expectedKinds(match);
  builder.expected(wordExpected(expected), at);
  void describeToken;
}
