// Numbers near the powers of two at which the representation of Int changes, and loops that start there.
import type { Theme } from "./theme.ts";

const POWERS = Array.from({ length: 34 }, (_, i) => 30n + BigInt(i));
const NEAR = [-1001n, -2n, -1n, 0n, 1n, 2n, 1001n];

function literal(value: bigint): string {
  const wrapped = BigInt.asIntN(64, value);
  return wrapped < 0n ? `(${wrapped})` : `${wrapped}`;
}

const CONSTANTS = POWERS.flatMap((power) =>
  NEAR.flatMap((near) => [literal(2n ** power + near), literal(-(2n ** power) + near)]),
);
const MASKS = POWERS.map((power) => literal(2n ** power - 1n));
/** Every `every`-th text, always the same, so that several expressions have the same bounds. */
const some = (texts: readonly string[], every: number, from: number): string[] =>
  texts.filter((_, i) => i % every === from);

export const wideNumbers: Theme = {
  name: "wide",
  imports: [],
  items: `
struct Cell { v: Int, w: Int }
let near: Int = 9007199254740990
let deep: Int = 4503599627370495
const LIMIT = 2251799813685248
fun step(a: Int, b: Int) -> Int {
    let x = a
    for i in 0..3 { x = x + 1001 }
    return x * 3 + b
}
fun masked(n: Int, m: Int) -> Int = ((n & 2251799813685247) + 1000) * 3 + (m & 2251799813685247)
fun climb(from: Int, by: Int) -> Int {
    let x = from
    let rounds = 0
    while rounds < 4 {
        x += by
        rounds += 1
    }
    return x
}
fun mix(n: Int) -> Int {
    let h = n ^ (n << 13)
    h = h ^ ((h >> 7) & 0x1ffffffffffffff)
    h *= 6364136223846793005
    return h + 1442695040888963407
}
`,
  exports: ["Cell", "near", "deep", "LIMIT", "step", "masked", "climb", "mix"],
  expressions: {
    Int: {
      leaves: [...CONSTANTS, ...CONSTANTS, "near", "deep", "LIMIT"],
      grown: [
        "step(«Int», «Int»)",
        "masked(«Int», «Int»)",
        "climb(«Int», «Int»)",
        "mix(«Int»)",
        "(-(«Int»))",
        "(~(«Int»))",
        "(«Int» << 3)",
        "(«Int» >> («Int» & 63))",
        "(«Int» << («Int» & 31))",
        "(«Int» / 3)",
        "(«Int» % 1000003)",
        "(«Int» % (-4294967296))",
        "(«Cell»).v",
        "(«Int» * 3 + «Int»)",
        "(«Int» - («Int» + 1))",
        "(«Int» * «Int» % 998244353)",
        "(«Int»).to_float().to_int()",
        "(«Int»).hash()",
        "match «Int» { 9007199254740991 -> «Int», 4294967295..=9007199254740993 -> «Int», -2147483648..2147483648 -> «Int», _ -> «Int» }",
        ...some(MASKS, 3, 0).map((mask) => `(«Int» & ${mask})`),
        ...some(MASKS, 3, 1)
          .map((mask) => `(«Int» & ${mask}) + («Int» & ${mask})`)
          .map((text) => `(${text})`),
        ...some(CONSTANTS, 9, 4).map((constant) => `(«Int» + ${constant})`),
        ...some(CONSTANTS, 11, 5).map((constant) => `(«Int» * ${constant})`),
      ],
    },
    Bool: { leaves: [], grown: some(CONSTANTS, 15, 7).map((constant) => `(«Int» <= ${constant})`) },
    Cell: { leaves: ["Cell { v: p, w: q }"], grown: ["Cell { w: «Int», v: «Int» }"] },
    "List<Int>": { leaves: ["[near, deep]"], grown: ["[«Int», «Int», LIMIT]"] },
  },
  statements: [
    ...some(CONSTANTS, 61, 3).map((constant) => ({
      text: `for $i in ${constant}..=${constant} + 2 { «do|$i:Int» }`,
    })),
    {
      text: "let $i = «Int»; let $n = 0; while $n < 4 { $i += «Int|$n:Int»; $n += 1; «do|$i:Int»; say($i) }",
    },
    { text: "let $i = «Int»; for $n in 0..5 { $i = $i + 1001; $i = $i * 3; «do|$i:Int» }; say($i)" },
    {
      text: "let $s = 2251799813685248; for $n in 0..3 { $s += $n; $s = $s + 1001 }; say($s * 3 + «Int|$s:Int»)",
    },
    { text: "let $c = «Cell»; $c.v += «Int|$c:Cell»; $c.w *= 3; say($c.v - $c.w)", declares: "$c:Cell" },
    {
      text: "let $xs = «List<Int>»; for $i in 0..$xs.len() { $xs[$i] += «Int|$i:Int» }; print($xs)",
      declares: "$xs:List<Int>",
    },
    { text: "near = «Int»" },
    { text: "deep += «Int»" },
  ],
};
