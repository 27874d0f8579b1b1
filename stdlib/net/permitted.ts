// Names to the addresses that a program may connect to: asked before the name leaves the machine, and
// again for what it stands for.
import type { Host } from "../../interpreter/runtime/index.ts";
import { resolveHost } from "./address.ts";

/**
 * Numeric addresses of a host, without those that the program may not reach; never empty.
 * @param port null where no connection is meant
 * @returns the addresses, or the error text
 */
export async function resolvePermitted(
  { capabilities, system }: Host,
  host: string,
  port: number | null,
): Promise<string[] | string> {
  const denied = capabilities.connect(host, port);
  if (denied !== null) return denied;
  const found = await resolveHost(system.sockets, host);
  if (typeof found === "string" || port === null) return found;
  const permitted = found.filter((address) => capabilities.connect(host, port, address) === null);
  return permitted.length > 0 ? permitted : capabilities.connect(host, port, found[0]!)!;
}
