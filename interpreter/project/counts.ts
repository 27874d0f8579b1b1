// What a check had to do. Tests assert these numbers, and `std check --why` prints them.

export interface Counts {
  /** Files whose text was read by the lexer. */
  lexed: number;
  /** Items that were parsed. */
  parsed: number;
  /** Bodies, and declarations of files, that were checked. */
  checked: number;
  /** Questions of earlier checks that were asked again. */
  asked: number;
  /** Bodies, and declarations of files, whose earlier results were used. */
  reused: number;
}

export function noCounts(): Counts {
  return { lexed: 0, parsed: 0, checked: 0, asked: 0, reused: 0 };
}
