// `std upgrade --check`: whether npm has a newer version. Without a network, there is none as far as is known.
import { EXIT_STATUS } from "../../launch/index.ts";
import { say } from "../output/terminal.ts";
import { packageVersion } from "../process/package-version.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./options.ts";

const PATIENCE_MS = 5_000;
const REGISTRY = "https://registry.npmjs.org";

export const upgrade: Command = {
  usage: "std upgrade --check",
  options: { "--check": { help: "say whether there is a newer version" } },
  example: "std upgrade --check",
  notes:
    "Exit status: 1 if there is a newer version, 0 if there is none or npm's registry cannot be reached.",
  async run({ flags, operands }) {
    if (operands.length > 0) throw new UsageError(`too many arguments: ${upgrade.usage}`);
    if (!flags.has("--check"))
      throw new UsageError("only --check is supported; to upgrade: npm install --global stdlang@latest");
    const current = packageVersion();
    const latest = await latestVersion();
    if (latest === null) say(`std ${current}; the registry cannot be reached\n`);
    else if (!isNewer(latest, current)) say(`std ${current} is current\n`);
    else {
      say(`std ${latest} is available (this is ${current}): npm install --global stdlang@latest\n`);
      return EXIT_STATUS.failed;
    }
    return EXIT_STATUS.ok;
  },
};

/** The latest published version; null if the registry does not answer. */
async function latestVersion(): Promise<string | null> {
  const registry = (process.env["npm_config_registry"] ?? REGISTRY).replace(/\/+$/, "");
  try {
    const response = await fetch(`${registry}/stdlang/latest`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return null;
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" && /^\d+\.\d+\.\d+/.test(version) ? version : null;
  } catch {
    return null;
  }
}

/** Whether the numbers of a version are greater. */
function isNewer(version: string, than: string): boolean {
  return numbersOf(version).localeCompare(numbersOf(than), "en", { numeric: true }) > 0;
}

function numbersOf(version: string): string {
  return /^\d+\.\d+\.\d+/.exec(version)?.[0] ?? "0";
}
