// Calls a server without a socket: both ends of a connection are in memory.
import { Panic, type Runtime } from "../../interpreter/runtime/index.ts";
import {
  adopt,
  HeadMemory,
  HttpResponse,
  isToken,
  ResponseReader,
  type ResponseHead,
  type Server,
} from "../http/index.ts";

/** @param headers names and values, one after the other */
export function send(
  runtime: Runtime,
  server: Server,
  [method, target, body]: readonly [string, string, string],
  headers: readonly string[],
): Promise<HttpResponse> {
  const text = requestText(method, target, body, headers);
  const [own, other] = runtime.host.system.sockets.pair();
  let head: ResponseHead | null = null;
  let content = "";
  const reader = new ResponseReader(method === "HEAD", false, new HeadMemory(), {
    head: (received) => {
      head = received;
    },
    data: (piece) => {
      content += piece;
    },
  });
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      if (head === null) return reject(new Panic("the server closed the connection without a response"));
      own.destroy();
      resolve(new HttpResponse(head.status, head.reason, head.fields.text, content));
    };
    own.on("data", (bytes: Uint8Array) => {
      reader.feed(Buffer.from(bytes).toString("latin1"));
      if (reader.complete || reader.fault !== null) finish();
    });
    own.on("close", () => {
      if (!reader.complete) {
        reader.end();
        finish();
      }
    });
    adopt(runtime, server, other);
    own.write(Buffer.from(text, "latin1"));
  });
}

function requestText(method: string, target: string, body: string, headers: readonly string[]): string {
  if (!isToken(method)) throw new Panic(`request: ${method} is no method`);
  if (!/^\/[\x21-\x7e]*$/.test(target) || target.includes("#"))
    throw new Panic("request: a target begins with `/` and has no blanks");
  const lines = [`${method} ${target} HTTP/1.1`, "Host: api.test", "Connection: close"];
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i]!, headers[i + 1]!];
    if (!isToken(name) || /[\r\n\0]/.test(value))
      throw new Panic(`request: the header ${name} cannot be sent`);
    lines.push(`${name}: ${value}`);
  }
  if (body !== "" || !["GET", "HEAD", "DELETE", "OPTIONS"].includes(method))
    lines.push(`Content-Length: ${body.length}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
