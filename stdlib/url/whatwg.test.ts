// The WHATWG test data for parsing, with and without a base.
import { expect, it } from "vitest";
import { createEngine } from "../../interpreter/index.ts";
import { Err, toBytes } from "../../interpreter/runtime/index.ts";
import { corpus } from "../testing/corpora/read.ts";
import { standardModules } from "../index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

type Case = readonly [input: string, base: string | null, ...parts: readonly string[]];

interface Parts {
  readonly _scheme: string;
  readonly _username: string;
  readonly _password: string;
  readonly _host: string;
  readonly _port: number | null;
  readonly _path: string;
  readonly _query: string;
  readonly _fragment: string;
}

const parse = create(idleRuntime()).functions["__parse"] as unknown as (
  text: string,
  base: string,
) => Err<unknown> | Parts;
const cases = corpus<readonly Case[]>("urltestdata");

/** Labels that are not Punycode: platforms differ in whether they refuse them. */
const NO_PUNYCODE = /xn--(?:pokxncvks|\/|$)/i;

/** Returns the parts in the order of the corpus, after `href`. */
function written({ _scheme, _username, _password, _host, _port, _path, _query, _fragment }: Parts): string[] {
  return [
    `${_scheme}:`,
    _username,
    _password,
    _host,
    _port === null ? "" : String(_port),
    _path,
    _query === "" ? "" : `?${_query}`,
    _fragment === "" ? "" : `#${_fragment}`,
  ];
}

it("parses as the URL Standard says", () => {
  expect(cases.length).toBeGreaterThan(500);
  const differences = cases.flatMap(([input, base, href, ...parts]): unknown[] => {
    const result = parse(toBytes(input), toBytes(base ?? ""));
    if (href === undefined)
      return result instanceof Err || NO_PUNYCODE.test(input) ? [] : [{ input, base, result }];
    if (result instanceof Err) return [{ input, base, href, result }];
    const got = written(result);
    return got.every((part, i) => part === toBytes(parts[i]!)) ? [] : [{ input, base, got, parts }];
  });
  expect(differences).toEqual([]);
});

/** Prints each input and base, which are passed in pairs, as a URL. */
const WRITER = `
import std/io { read_all, stdin }
import std/json { decode }
import std/url

fun main() -> Result<(), Error> {
    let pairs: List<(String, String)> = decode(read_all(stdin())?)?
    for (text, base) in pairs {
        let read = if base == "" { url.parse(text) } else { url.parse(base).unwrap().join(text) }
        print(read.map(fun(u: Url) = u.to_string()).unwrap_or("no URL"))
    }
    return Ok({})
}
`;

it("writes as the URL Standard says", async () => {
  const valid = cases.filter(([input, , href]) => href !== undefined && !NO_PUNYCODE.test(input));
  let printed = "";
  let input: Uint8Array | null = Buffer.from(
    JSON.stringify(valid.map(([text, base]) => [text.toWellFormed(), base ?? ""])),
  );
  const engine = createEngine({
    modules: standardModules,
    stdout: (bytes) => void (printed += bytes),
    readInput: async () => {
      const piece = input;
      input = null;
      return piece;
    },
  });
  const outcome = await engine.run({ path: "main.std", text: WRITER });
  expect(outcome).toMatchObject({ diagnostics: [], exitReason: { kind: "done" } });
  expect(printed.trimEnd().split("\n")).toEqual(valid.map(([, , href]) => toBytes(href!)));
});
