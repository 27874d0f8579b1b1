// The rows of the tables in this folder: what a hostile client sends, and what the server must do. Only data.

export interface HostileExchange {
  readonly name: string;
  /** The server of `program.ts` that it is sent to; by default `plain`. */
  readonly to?: "plain" | "slow" | "tls" | "proxied";
  /** Byte strings, each sent as a packet of its own. */
  readonly send: string | readonly string[];
  /** The pause after each packet, in milliseconds. */
  readonly pauseMs?: number;
  /** What the client does after that: it ends its side, resets the connection, or stops reading at its start. */
  readonly then?: "end" | "reset" | "read nothing";
  /** The statuses of all responses, or `""` if the connection is closed without one. */
  readonly answer: string;
  /** What the last response contains. */
  readonly shows?: RegExp;
  /** The most CPU time and memory that the server may need for it; see `BOUNDS`. */
  readonly cpuMs?: number;
  readonly megabytes?: number;
}

/** The bounds of rows that state none. */
export const BOUNDS = { cpuMs: 150, megabytes: 48 } as const;

export const HOST = "Host: x\r\n";
export const CLOSE = "Connection: close\r\n";

export function get(target: string, fields = ""): string {
  return `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}${fields}\r\n`;
}

/** A request with a body, whose length is announced unless `fields` say how it is framed. */
export function post(target: string, fields: string, body: string): string {
  const isFramed = /^(?:content-length|transfer-encoding)/im.test(fields);
  const length = isFramed ? "" : `Content-Length: ${body.length}\r\n`;
  return `POST ${target} HTTP/1.1\r\n${HOST}${CLOSE}${fields}${length}\r\n${body}`;
}

/** Makes rows of pairs. */
export function rows(
  answer: string,
  more: Partial<HostileExchange>,
  pairs: Readonly<Record<string, string>>,
): HostileExchange[] {
  return Object.entries(pairs).map(([name, send]) => ({ name, send, answer, ...more }));
}
