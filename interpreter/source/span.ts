// A half-open range of UTF-16 offsets into one source text.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function joinSpans(first: Span, last: Span): Span {
  return { start: first.start, end: last.end };
}
