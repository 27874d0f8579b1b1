// The report as one JSON object, after the last test.
import { say } from "../../output/terminal.ts";
import type { Reporter, Totals } from "./reporter.ts";

export class Json implements Reporter {
  begin(): void {}

  add(): void {}

  end({ passed, failed, skipped, results }: Totals): void {
    say(`${JSON.stringify({ passed, failed, skipped, tests: results }, null, 2)}\n`);
  }
}
