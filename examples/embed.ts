// A host that runs rules of its users: npx node examples/embed.ts
// A script sees std/shop and the standard modules, but no files, no network and no JavaScript.
import { createEngine, defineModule, fail, fromBytes, render } from "stdlang";
import { standardModules } from "stdlang/stdlib";

const prices = new Map([
  ["tea", 250],
  ["cake", 400],
]);
const charged: number[] = [];

const shop = defineModule({
  name: "shop",
  declaration: `
    import std/error { Error }

    /// Cents.
    fun price(item: String) -> Result<Int, Error>
    fun charge(cents: Int)
    @blocking fun approved(cents: Int) -> Bool

    fun with_discount(cents: Int, percent: Int) -> Int = cents - cents * percent / 100
  `,
  create: () => ({
    functions: {
      price: (item: string) => prices.get(fromBytes(item)) ?? fail("shop", `no price for ${item}`),
      charge: (cents: number) => void charged.push(cents),
      approved: async (cents: number) => cents < 1000,
    },
  }),
});

const engine = createEngine({
  modules: [...standardModules, shop],
  limits: { wallMillis: 5000, steps: 1_000_000, memory: 50_000_000 },
  stdout: (bytes) => process.stdout.write(bytes, "latin1"),
  stderr: (bytes) => process.stderr.write(bytes, "latin1"),
});

const rule = `
import std/env { arg_at, arg_count }
import std/shop { price, charge, approved, with_discount }

fun total() -> Result<Int, Error> {
    let sum = 0
    for i in 1..arg_count() { sum += price(arg_at(i))? }
    return Ok(with_discount(sum, 10))
}

fun main() {
    match total() {
        Ok(cents) if approved(cents) -> {
            charge(cents)
            print("charged \${cents}")
        }
        Ok(cents) -> print("nobody approved of \${cents}"),
        Err(e) -> print(e.message),
    }
}
`;

// A program is compiled once and may run many times, also at the same time.
const { program, diagnostics } = engine.build({ path: "rule.std", text: rule }, "main");
for (const diagnostic of diagnostics) console.log(render(diagnostic));
if (program !== null) {
  for (const order of [["tea", "cake"], ["cake", "cake", "cake"], ["wine"]])
    await engine.launch(program, "rule.std", order);
}
console.log(charged);

// Errors in a script are data.
const broken = engine.check([
  { path: "broken.std", text: "import std/shop { price }\nfun main() { print(price(1)) }" },
]);
for (const { code, message, primary } of broken.diagnostics) console.log(code, primary.source.name, message);

// The limits end a script that loops.
const endless = await engine.run({ path: "endless.std", text: "fun main() { loop {} }" });
console.log(endless.exitReason);
