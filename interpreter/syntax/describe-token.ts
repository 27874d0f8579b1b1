// Tokens in messages.
import { notes } from "../diagnostics/index.ts";
import { wordingOf, type Token } from "./tokens.ts";

/** The words for a found token in messages: "`count`", "a string", "end of file". */
export function describeToken(token: Token | undefined): string {
  if (token === undefined) return notes.endOfFile;
  switch (token.kind) {
    case "ident":
    case "int":
    case "float":
    case "char":
      return token.text.length <= 40 ? `\`${token.text}\`` : wordingOf(token.kind);
    default:
      return wordingOf(token.kind);
  }
}
