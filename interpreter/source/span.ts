// A half-open range of UTF-16 offsets into one source text.

export interface Span {
  readonly start: number;
  readonly end: number;
}
