// The fields of a response in order of arrival, and what the client derives from them. All responses with the
// same head share one instance, so derived values are cached.
import { asciiLower, listMembers } from "./headers.ts";

export interface ResponseField {
  readonly name: string;
  readonly lower: string;
  value: string;
}

export class ResponseFields {
  readonly list: readonly ResponseField[];
  // The fields that determine framing and persistence, in order.
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

  /** `Name: value` lines, as the program gets them. */
  get text(): string {
    return (this.lines ??= this.list.map(({ name, value }) => `${name}: ${value}`).join("\n"));
  }

  /**
   * The coding of the body in lower case: `""`, one coding, or a list. Several lines are one list (RFC 9110
   * 5.3).
   */
  get contentCoding(): string {
    return (this.coding ??= asciiLower(this.values("content-encoding").join(", ")));
  }

  /** Returns the values of all fields of this name, in order. */
  all(lower: string): string[] {
    return this.values(lower);
  }

  /** Whether there is a field of this name. */
  has(lower: string): boolean {
    return this.list.some((field) => field.lower === lower);
  }

  /** Returns the last value of a field, or "". */
  value(lower: string): string {
    return this.list.findLast((field) => field.lower === lower)?.value ?? "";
  }

  /** Returns the fields that apply after the body has been decoded. */
  withoutCoding(): ResponseFields {
    return new ResponseFields(
      this.list.filter((field) => field.lower !== "content-encoding" && field.lower !== "content-length"),
    );
  }

  private values(lower: string): string[] {
    return this.list.filter((field) => field.lower === lower).map((field) => field.value);
  }
}
