// Parsing of messages: from bytes to heads and bodies of requests and responses, and the characters and names
// in them. Uses no socket and no program.
export { forwardedClient, type ForwardedClient } from "./forwarded.ts";
export { chooseCoding } from "./accept.ts";
export type { Framing, Trailer } from "./body-parser.ts";
export { BodyParser } from "./body-parser.ts";
export { CollectedText } from "./collected-text.ts";
export type { Part } from "./conditions.ts";
export { judge, partOf, rangeCounts } from "./conditions.ts";
export { dateText, parseCookieDate } from "./dates.ts";
export type { QueryPair } from "./escapes.ts";
export { commentText, eventText, isOneLine } from "./events.ts";
export { decodeEscapes, decodeStrictly, queryPairs } from "./escapes.ts";
export {
  asciiLower,
  asciiUpper,
  cleanValue,
  equalsIgnoringCase,
  isToken,
  listMembers,
  trimBlanks,
} from "./headers.ts";
export {
  GET,
  HEAD,
  METHOD_COUNT,
  METHODS,
  OPTIONS,
  UNKNOWN,
  methodIndex,
  parseMethod,
  verbOf,
} from "./method.ts";
export type { PartHead } from "./multipart.ts";
export { MultipartParser, parametersOf } from "./multipart.ts";
export { reasonPhrase } from "./reasons.ts";
export type { RequestHead } from "./request-head.ts";
export { RequestHeadParser, methodNameOf, targetOf } from "./request-head.ts";
export { HeadMemory } from "./response-head.ts";
export type { ResponseEvents, ResponseHead } from "./response-reader.ts";
export { ResponseReader } from "./response-reader.ts";
