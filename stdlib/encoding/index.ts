// std/encoding: bytes as text and back. One file per family; failures are Errors of kind `encoding`.
import type { NativeTable } from "../../interpreter/runtime/index.ts";
import { base32Decode, base32Encode } from "./base32.ts";
import { base64Decode, base64Encode } from "./base64.ts";
import { base64DecodeLoose, base64urlDecode, base64urlEncode } from "./base64url.ts";
import { hexDecode, hexEncode } from "./hex.ts";
import { urlDecode, urlEncode } from "./percent.ts";

export function create(): NativeTable {
  return {
    functions: {
      hex_encode: hexEncode,
      hex_decode: hexDecode,
      base64_encode: base64Encode,
      base64_decode: base64Decode,
      base64url_encode: base64urlEncode,
      base64url_decode: base64urlDecode,
      base64_decode_loose: base64DecodeLoose,
      base32_encode: base32Encode,
      base32_decode: base32Decode,
      url_encode: urlEncode,
      url_decode: urlDecode,
    },
  };
}
