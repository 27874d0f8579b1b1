// The standard output of an example, compared with its comments `//>`.
import { fromBytes, type Output } from "../../../runtime/host.ts";
import { lineDiff } from "../../output/line-diff.ts";

/** The rest of a longer output is not compared. */
const MOST = 1_000_000;

export class Printed implements Output {
  readonly #to: Output;
  #text = "";

  /** Passes the output on. */
  constructor(to: Output) {
    this.#to = to;
  }

  write(bytes: string): void {
    this.#to.write(bytes);
    if (this.#text.length < MOST) this.#text += bytes;
  }

  flush(): void {
    this.#to.flush();
  }

  /** Why the output is not the expected one; null if it is. Spaces at the ends of lines do not count. */
  differenceTo(expected: readonly string[]): string | null {
    const lines = fromBytes(this.#text).replace(/\n$/, "").split("\n");
    const got = this.#text === "" ? [] : lines.map((line) => line.trimEnd());
    if (got.join("\n") === expected.join("\n")) return null;
    const shown = lineDiff(got.join("\n"), expected.join("\n"));
    return [
      "it prints something else than its comments announce",
      "- got",
      "+ expected",
      ...shown.map((line) => `  ${line}`),
    ].join("\n");
  }
}
