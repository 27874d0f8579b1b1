// Resolves names to the addresses that a program may connect to. Permission is checked before the name leaves
// the machine, and again for its addresses.
import type { Host } from "../../interpreter/runtime/index.ts";
import { resolveHost } from "./address.ts";

/**
 *
 * Returns the numeric addresses of a host that the program may reach; never empty.
 * @param port null if no connection is intended
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
