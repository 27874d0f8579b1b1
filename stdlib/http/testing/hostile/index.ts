// What hostile clients send, by kind (`exchange.ts` describes a row), and the program that they send it to.
import { BODIES } from "./bodies.ts";
import type { HostileExchange } from "./exchange.ts";
import { FRAMING } from "./framing.ts";
import { COOKIES, HEADS } from "./heads.ts";
import { PATHS } from "./paths.ts";
import { FAILURES, PROXIES, SLOW_PEERS, TLS_PORTS, WEBSOCKETS } from "./peers.ts";

export { BOUNDS, type HostileExchange } from "./exchange.ts";
export { startProgram, type HostileProgram } from "./program.ts";

export const HOSTILE_EXCHANGES: Readonly<Record<string, readonly HostileExchange[]>> = {
  framing: FRAMING,
  heads: HEADS,
  cookies: COOKIES,
  paths: PATHS,
  bodies: BODIES,
  WebSockets: WEBSOCKETS,
  "TLS ports": TLS_PORTS,
  proxies: PROXIES,
  "slow peers": SLOW_PEERS,
  failures: FAILURES,
};
