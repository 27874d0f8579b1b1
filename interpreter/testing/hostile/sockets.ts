// Scripts that open sockets without end, or leave them open.
import type { HostileScript, HostileTable } from "./script.ts";

const SCRIPTS: readonly HostileScript[] = [
  {
    does: "listens without end",
    script: 'let kept: List<TcpListener> = []\nloop {\nkept.push(listen("127.0.0.1:0").unwrap())\n}',
    ends: /^panic: unwrap called on Err: .*too many open sockets: the limit is 10/,
  },
];

export const SOCKETS: HostileTable = {
  kind: "sockets",
  imports: "import std/net { connect, listen, TcpListener }\n",
  options: {
    limits: { sockets: 10, wallMillis: 10_000, compileMillis: 20_000 },
    capabilities: { net: ["127.0.0.1"] },
  },
  scripts: SCRIPTS,
};
