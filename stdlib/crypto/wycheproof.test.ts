// Wycheproof: vectors that broke other implementations, and inputs that must be rejected.
import { expect, it } from "vitest";
import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { Err } from "../../interpreter/runtime/index.ts";
import { corpus } from "../testing/corpora/read.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

type Row = readonly (string | number)[];
type Native = (...args: readonly (string | number)[]) => unknown;

const vectors = corpus<Readonly<Record<string, readonly Row[]>>>("wycheproof");
const idle = idleRuntime();
const natives = create({ ...idle, host: { ...idle.host, system: nodeSystem } })
  .functions as unknown as Record<string, Native>;

const bytes = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
const hex = (text: unknown): unknown =>
  typeof text === "string" ? Buffer.from(text, "latin1").toString("hex") : text;
const texts = (row: Row): string[] => row.slice(1).map(String);

/** Collects every difference with the number of its case, so that one run shows them all. */
async function differences(name: string, differs: (row: Row) => Promise<unknown>): Promise<unknown[]> {
  const rows = vectors[name]!;
  expect(rows.length).toBeGreaterThan(50);
  const found = [];
  for (const row of rows) {
    const difference = await differs(row);
    if (difference !== null) found.push([row[0], difference]);
  }
  return found;
}

const unlike = (got: unknown, wanted: unknown): unknown => (got === wanted ? null : { got, wanted });

it("AES-GCM", async () => {
  expect(
    await differences("aes_gcm", async (row) => {
      const [key, nonce, extra, text, coded, tag, result] = texts(row) as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const opened = await natives["aes_gcm_open"]!(
        bytes(key),
        bytes(nonce),
        bytes(coded + tag),
        bytes(extra),
      );
      // Node accepts nonces of at most 1,024 bits.
      if (result !== "valid" || nonce.length > 256) return opened instanceof Err ? null : "opened";
      const sealed = await natives["aes_gcm_seal"]!(bytes(key), bytes(nonce), bytes(text), bytes(extra));
      return unlike(hex(opened), text) ?? unlike(hex(sealed), coded + tag);
    }),
  ).toEqual([]);
});

it("Ed25519", async () => {
  expect(
    await differences("ed25519", async (row) => {
      const [text, signature, result, key] = texts(row) as [string, string, string, string];
      return unlike(
        await natives["ed25519_verify"]!(bytes(key), bytes(text), bytes(signature)),
        result === "valid",
      );
    }),
  ).toEqual([]);
});

it.each([["hmac_sha256"], ["hmac_sha512"]])("%s", async (name) => {
  expect(
    await differences(name, async (row) => {
      const [key, text, tag, result, size] = texts(row) as [string, string, string, string, string];
      const made = String(hex(await natives[name]!(bytes(key), bytes(text)))).slice(0, Number(size) / 4);
      return unlike(made === tag, result === "valid");
    }),
  ).toEqual([]);
});

type Vector = readonly [string, string, string, string, string, string];

it.each<[string, string, (...vector: Vector) => unknown]>([
  [
    "hkdf_sha256",
    "HKDF",
    (key, salt, info, size) => natives["hkdf_sha256"]!(bytes(key), bytes(salt), bytes(info), Number(size)),
  ],
  [
    "pbkdf2_hmacsha256",
    "PBKDF2",
    (password, salt, rounds, size) =>
      natives["pbkdf2_sha256"]!(bytes(password), bytes(salt), Number(rounds), Number(size)),
  ],
])("%s: %s", async (file, _name, derive) => {
  expect(
    await differences(file, async (row) => {
      const vector = texts(row) as unknown as Vector;
      const [output, result] = vector.slice(4);
      const made = await derive(...vector);
      return result === "valid" ? unlike(hex(made), output!) : made instanceof Err ? null : "derived";
    }),
  ).toEqual([]);
});
