// The fields of a response in order of arrival, and what the client reads out of them. Shared by all
// responses with the same head, so what is asked for once is kept.
import { asciiLower, listMembers } from "./headers.ts";

export interface ResponseField {
  readonly name: string;
  readonly lower: string;
  value: string;
}

export class ResponseFields {
  readonly list: readonly ResponseField[];
  // What decides about framing and connection, in order.
  readonly codings: readonly string[];
  readonly lengths: readonly string[];
  readonly options: readonly string[];
  private lines: string | null = null;
  private coding: string | null = null;

  constructor(list: readonly ResponseField[]) {
    this.list = list;
    this.codings = this.values("transfer-encoding");
    this.lengths = this.values("content-length");
    this.options = this.values("connection").flatMap(listMembers);
  }

  /** As the program sees them: `Name: value` lines. */
  get text(): string {
    return (this.lines ??= this.list.map(({ name, value }) => `${name}: ${value}`).join("\n"));
  }

  /** How the body is coded, in lower case: `""`, one coding, or a list; several lines are one list (RFC 9110 5.3). */
  get contentCoding(): string {
    return (this.coding ??= asciiLower(this.values("content-encoding").join(", ")));
  }

  /** The values of all fields of this name, in order. */
  all(lower: string): string[] {
    return this.values(lower);
  }

  /** True when there is a field of this name. */
  has(lower: string): boolean {
    return this.list.some((field) => field.lower === lower);
  }

  /** The last value of a field, or "". */
  value(lower: string): string {
    return this.list.findLast((field) => field.lower === lower)?.value ?? "";
  }

  /** The fields after the body has been decoded. */
  withoutCoding(): ResponseFields {
    return new ResponseFields(
      this.list.filter((field) => field.lower !== "content-encoding" && field.lower !== "content-length"),
    );
  }

  private values(lower: string): string[] {
    return this.list.filter((field) => field.lower === lower).map((field) => field.value);
  }
}
