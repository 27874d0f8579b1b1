// A rules engine: a script computes prices. The host reloads it while it runs, and its counters keep their
// values.
import { createEngine } from "stdlang";
import { standardModules } from "stdlang/stdlib";

const rules = (discount: string): string => `
  struct Order { customer: String, total: Float }

  let judged = 0

  fun price(order: Order) -> Float {
      judged += 1
      if order.total > 100.0 { order.total * ${discount} } else { order.total }
  }

  fun count() -> Int = judged
`;
const engine = createEngine({ modules: standardModules, limits: { steps: 1_000_000, wallMillis: 5000 } });
const { program } = await engine.load({ path: "rules.std", text: rules("0.9") });
const order = { customer: "ann", total: 200 };
console.log("price", await program!.call("price", order));
console.log("reloaded", (await program!.reload({ path: "rules.std", text: rules("0.5") })).kept.join());
console.log("price", await program!.call("price", order), "judged", await program!.call("count"));
console.log(
  "wrong version refused",
  (await program!.reload({ path: "rules.std", text: rules('"x"') })).ok === false,
);
program!.close();
