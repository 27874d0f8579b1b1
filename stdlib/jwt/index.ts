// std/jwt: keys and tokens.
import {
  asCount,
  fail,
  foreseen,
  fromBytes,
  payload,
  toBytes,
  type Err,
  type ErrorValue,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Option,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { jwkKey, Key, KeySet, pemKey, secretKey, TokenProblem, type Jwk } from "./keys.ts";
import { headerOf, signed, verified } from "./tokens.ts";

function failed(error: unknown): Err<ErrorValue> {
  if (error instanceof TokenProblem) return fail("jwt", toBytes(error.message));
  throw error;
}

function attempt<T>(work: () => T): Result<T, ErrorValue> {
  try {
    return work();
  } catch (error) {
    return failed(error);
  }
}

/** @throws TokenProblem */
function parsed(text: string): Jwk {
  let value: unknown = null;
  try {
    value = JSON.parse(fromBytes(text));
  } catch {
    // Not an object either.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TokenProblem("the text is not a JSON object");
  return value as Jwk;
}

const textOf = (option: Option<string>): string | null =>
  option === null ? null : fromBytes(payload(option));

/** The nanoseconds for each byte of the arguments. */
const NANOS = {
  "Key.secret": 20,
  "Key.pem": 100,
  "Key.jwk": 100,
  __sign: 50,
  __verify: 100,
  __key_set: 100,
  __find: 50,
};

export function create(runtime: Runtime): NativeTable {
  const { cryptography } = runtime.host.system;

  function waited(work: Promise<string>): MaybePromise<Result<string, ErrorValue>> {
    return runtime.scheduler.external(work.catch(failed));
  }

  return {
    structs: { Key, __KeySet: KeySet },
    functions: foreseen(runtime, NANOS, {
      "Key.secret": (alg: string, text: string) => attempt(() => secretKey(alg, text)),
      "Key.pem": (alg: string, text: string) => attempt(() => pemKey(alg, text, cryptography)),
      "Key.jwk": (json: string) => attempt(() => jwkKey(parsed(json), cryptography)),
      __algorithm: ({ alg }: Key) => alg,
      __sign: (claims: string, key: Key) => waited(signed(claims, key)),
      __verify: (token: string, key: Key, issuer: Option<string>, audience: Option<string>, leeway: Int) =>
        waited(
          verified(token, key, {
            issuer: textOf(issuer),
            audience: textOf(audience),
            leeway: asCount(leeway),
            now: Math.floor(runtime.host.now() / 1000),
          }),
        ),
      __no_keys: () => new KeySet(),
      __key_set: (text: string) =>
        attempt(() => {
          const { keys } = parsed(text);
          if (!Array.isArray(keys)) throw new TokenProblem("the text is not a JSON Web Key Set");
          const objects = keys.filter((key) => typeof key === "object" && key !== null) as Jwk[];
          return new KeySet(objects, cryptography);
        }),
      __find: (set: KeySet, token: string) =>
        attempt(() => {
          const { alg, id } = headerOf(token);
          return set.find(alg, id);
        }),
    }),
  };
}
