// The checks of literals of `std check` and `std test`, and their options.
import { existsSync } from "node:fs";
import { standardModules } from "../../../stdlib/index.ts";
import { LiteralChecks, type LiteralMemory } from "../../literals/index.ts";
import { fileReader } from "../../modules/index.ts";
import { packageModules } from "../../packages-on-demand.ts";
import { UsageError, type ParsedOptions } from "./options.ts";

export const literalOptions = {
  "--no-literals": { help: "do not check regular expressions, SQL and other literals" },
  "--schema": {
    value: "PATH",
    help: "check SQL against this file or folder of migrations, instead of that of package.json",
  },
};

/** What checks literals; null with `--no-literals`. */
export function literalChecks(
  { flags, values }: ParsedOptions,
  memory?: LiteralMemory,
): LiteralChecks | null {
  const schema = values.get("--schema")?.[0] ?? null;
  if (schema !== null && flags.has("--no-literals"))
    throw new UsageError("--schema has no effect with --no-literals");
  if (schema !== null && !existsSync(schema)) throw new UsageError(`there is no schema ${schema}`);
  if (flags.has("--no-literals")) return null;
  return new LiteralChecks({
    modules: standardModules,
    reader: fileReader,
    schema,
    packageModules,
    ...(memory !== undefined && { memory }),
  });
}
