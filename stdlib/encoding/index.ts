// std/encoding: bytes as text and back. One file for each family; errors are of kind `encoding`.
import {
  inSteps,
  MAX_STRING,
  Panic,
  type ErrorValue,
  type MaybePromise,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { base32Decode, base32Encode } from "./base32.ts";
import { base64Decode, base64Encode } from "./base64.ts";
import { base64urlDecode, base64urlEncode, looseBase64Decode, withoutSpace } from "./base64url.ts";
import { hexDecode, hexEncode } from "./hex.ts";
import { decodedInSteps, encodedInSteps, LONG } from "./in-steps.ts";
import { formDecode, urlDecode, urlDecodeInSteps, urlEncode } from "./percent.ts";

export { formDecode, urlDecode };

type Decoder = (text: string) => Result<string, ErrorValue>;

export function create(runtime: Runtime): NativeTable {
  /** `growth` is the least number of digits for a byte. */
  const encoder =
    (encode: (bytes: string) => string, growth: number) =>
    (bytes: string): MaybePromise<string> => {
      if (bytes.length <= LONG) return encode(bytes);
      if (bytes.length * growth > MAX_STRING) throw new Panic("string too large");
      return inSteps(runtime, encodedInSteps(bytes, encode));
    };

  const decoder =
    (decode: Decoder, share: number) =>
    (text: string): MaybePromise<Result<string, ErrorValue>> =>
      text.length <= LONG ? decode(text) : inSteps(runtime, decodedInSteps(text, decode, share));

  function* decodedLoosely(text: string) {
    return yield* decodedInSteps(yield* encodedInSteps(text, withoutSpace), looseBase64Decode, 3 / 4);
  }

  return {
    functions: {
      hex_encode: encoder(hexEncode, 2),
      hex_decode: decoder(hexDecode, 1 / 2),
      base64_encode: encoder(base64Encode, 4 / 3),
      base64_decode: decoder(base64Decode, 3 / 4),
      base64url_encode: encoder(base64urlEncode, 4 / 3),
      base64url_decode: decoder(base64urlDecode, 3 / 4),
      base64_decode_loose: (text: string) =>
        text.length <= LONG ? looseBase64Decode(withoutSpace(text)) : inSteps(runtime, decodedLoosely(text)),
      base32_encode: encoder(base32Encode, 8 / 5),
      base32_decode: decoder(base32Decode, 5 / 8),
      url_encode: encoder(urlEncode, 1),
      url_decode: (text: string) =>
        text.length <= LONG ? urlDecode(text) : inSteps(runtime, urlDecodeInSteps(text)),
    },
  };
}
