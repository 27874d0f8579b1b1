// The checks of literals of `std check` and `std test`, and their options.
import { standardModules } from "../../../stdlib/index.ts";
import { LiteralChecks } from "../../literals/index.ts";
import { packageModules } from "../../packages-on-demand.ts";
import type { ParsedOptions } from "./options.ts";

export const literalOptions = {
  "--no-literals": { help: "do not check regular expressions, SQL and other literals" },
};

/** What checks literals; null with `--no-literals`. */
export function literalChecks({ flags }: ParsedOptions): LiteralChecks | null {
  if (flags.has("--no-literals")) return null;
  return new LiteralChecks({
    modules: standardModules,
    packageModules,
  });
}
