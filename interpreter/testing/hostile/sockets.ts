// Scripts that open sockets without end, or leave them open.
import type { HostileScript, HostileTable } from "./script.ts";

const TOO_MANY = /^panic: unwrap called on Err: .*too many open sockets: the limit is 10/;
const DENIED = /^panic: unwrap called on Err: .*(?:denied|--allow-net)/;

const SCRIPTS: readonly HostileScript[] = [
  {
    does: "listens without end",
    script: 'let kept: List<TcpListener> = []\nloop { kept.push(listen("127.0.0.1:0").unwrap()) }',
    ends: TOO_MANY,
  },
  {
    does: "connects to itself without end",
    script:
      'let l = listen("127.0.0.1:0").unwrap()\nlet kept: List<TcpStream> = []\nloop { kept.push(connect(l.local_addr()).unwrap()) }',
    ends: TOO_MANY,
  },
  {
    does: "accepts without end",
    script:
      'let l = listen("127.0.0.1:0").unwrap()\nlet kept: List<TcpStream> = []\nloop {\nkept.push(connect(l.local_addr()).unwrap())\nkept.push(l.accept().unwrap())\n}',
    // Connections beyond the limit are refused, so that the last `accept` waits.
    ends: "panic: time limit exceeded",
    options: { limits: { wallMillis: 500 } },
  },
  {
    does: "binds UDP sockets without end",
    script: 'let kept: List<UdpSocket> = []\nloop { kept.push(udp_bind("127.0.0.1:0").unwrap()) }',
    ends: TOO_MANY,
  },
  {
    does: "ignores the errors",
    script: 'loop { let _ = listen("127.0.0.1:0") }',
    ends: "panic: time limit exceeded",
    options: { limits: { wallMillis: 500 } },
  },
  {
    does: "closes what it opens",
    script: 'for _ in 0..50 {\nlet l = listen("127.0.0.1:0").unwrap()\nl.close()\n}\nprint(1)',
    ends: "done",
    prints: "1\n",
  },
  {
    does: "leaves listeners open",
    script: 'for _ in 0..9 { let _ = listen("127.0.0.1:0").unwrap() }\nprint(1)',
    ends: "done",
    prints: "1\n",
  },
  {
    does: "waits for a peer that never comes",
    script: 'let _ = listen("127.0.0.1:0").unwrap().accept()',
    ends: "panic: time limit exceeded",
    options: { limits: { wallMillis: 500 } },
  },
  {
    does: "reads from a peer that never writes",
    script:
      'let l = listen("127.0.0.1:0").unwrap()\nlet c = connect(l.local_addr()).unwrap()\nlet _ = c.read(1)',
    ends: "panic: time limit exceeded",
    options: { limits: { wallMillis: 500 } },
  },
  {
    does: "writes to a peer that never reads",
    script:
      'let l = listen("127.0.0.1:0").unwrap()\nlet c = connect(l.local_addr()).unwrap()\nlet s = "x".repeat(1000000)\nloop { let _ = c.write(s) }',
    ends: "panic: time limit exceeded",
    options: { limits: { wallMillis: 500 } },
  },
  { does: "connects to another machine", script: 'let _ = connect("192.0.2.1:80").unwrap()', ends: DENIED },
  {
    does: "connects by another name",
    script: 'let _ = connect("localhost.example:80").unwrap()',
    ends: DENIED,
  },
  { does: "listens on all networks", script: 'let _ = listen("0.0.0.0:0").unwrap()', ends: DENIED },
  { does: "listens on IPv6", script: 'let _ = listen("[::]:0").unwrap()', ends: DENIED },
  {
    does: "connects to a long address",
    script: 'let _ = connect("1".repeat(1000000) + ":80").unwrap()',
    ends: /^panic: unwrap called on Err: /,
  },
  {
    does: "connects to a port that is none",
    script: 'let _ = connect("127.0.0.1:99999").unwrap()',
    ends: /^panic: unwrap called on Err: /,
  },
];

export const SOCKETS: HostileTable = {
  kind: "sockets",
  imports: `import std/net { connect, listen, udp_bind, TcpListener, TcpStream, UdpSocket }
import std/string

`,
  options: {
    limits: { sockets: 10, wallMillis: 10_000, compileMillis: 20_000 },
    capabilities: { net: ["127.0.0.1"] },
  },
  scripts: SCRIPTS,
};
