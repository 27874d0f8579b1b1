// Servers, in their own processes, that answer before they have read the request: any response that arrives
// is the result, however the connection ends (reference/http-client#responses).
import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { Err } from "../../../interpreter/runtime/index.ts";
import { HttpStream } from "./client.ts";
import { newClient, send } from "../testing/peer.ts";

/** Runs `server`, source of a listener for connections of `node:net`, and returns its port. */
async function listening(server: string): Promise<number> {
  const source = `const { createServer } = require("node:net"); const http = require("node:http");
    const listener = ${server};
    listener.listen(0, "127.0.0.1", () => console.log(listener.address().port));`;
  const child = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  return Number(
    await new Promise<string>((resolve) =>
      child.stdout.once("data", (bytes: Buffer) => resolve(bytes.toString())),
    ),
  );
}

const answering = (
  then: string,
  answer = "HTTP/1.1 413 Content Too Large\\r\\nContent-Length: 9\\r\\nConnection: close\\r\\n\\r\\ntoo large",
): string =>
  `createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => { socket.pause(); socket.write("${answer}", () => { ${then} }); });
  })`;

const SERVERS: readonly (readonly [string, string])[] = [
  ["closes at once", answering("socket.destroy();")],
  ["closes a moment later", answering("setTimeout(() => socket.destroy(), 30);")],
  ["ends its side, then closes", answering("socket.end(); setTimeout(() => socket.destroy(), 50);")],
  ["resets the connection after a moment", answering("setTimeout(() => socket.resetAndDestroy(), 30);")],
  ["never reads on, and stays", answering("")],
  ["reads on", answering("socket.resume();")],
  [
    "closes after a body without a length",
    answering("socket.destroy();", "HTTP/1.1 413 Content Too Large\\r\\n\\r\\ntoo large"),
  ],
  [
    "answers by HTTP/1.0 and closes",
    answering(
      "socket.destroy();",
      "HTTP/1.0 413 Content Too Large\\r\\nContent-Length: 9\\r\\n\\r\\ntoo large",
    ),
  ],
  [
    "sends an interim response first",
    answering(
      "socket.destroy();",
      "HTTP/1.1 100 Continue\\r\\n\\r\\nHTTP/1.1 413 Content Too Large\\r\\nContent-Length: 9\\r\\n\\r\\ntoo large",
    ),
  ],
  [
    "is Node's",
    `http.createServer((req, res) => { res.writeHead(413, { Connection: "close" }); res.end("too large", () => req.destroy()); })`,
  ],
  [
    "answers in pieces",
    `createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.pause();
      socket.write("HTTP/1.1 413 Content Too Large\\r\\nContent-Length: 9\\r\\n\\r\\ntoo");
      setTimeout(() => socket.write(" large", () => socket.destroy()), 50);
    });
  })`,
  ],
];

describe("an answer during the upload", { timeout: 60_000 }, () => {
  it.each(SERVERS)("of a server that %s is the result", async (_, server) => {
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const client = newClient();
    for (const size of [100, 300_000, 3_000_000, 30_000_000]) {
      for (let round = 0; round < 5; round++) {
        const { _status_code: status, _body: body } = await send(
          client,
          url,
          round % 2 === 0 ? "POST" : "PUT",
          "x".repeat(size),
          "",
          30_000,
        );
        expect(`${size}: ${status} ${body}`).toBe(`${size}: 413 too large`);
      }
    }
  });

  it("reaches a stream as well", async () => {
    const port = await listening(answering("socket.destroy();"));
    const client = newClient();
    const stream = await client.stream(
      "POST",
      `http://127.0.0.1:${port}/`,
      "x".repeat(30_000_000),
      "",
      30_000,
    );
    if (!(stream instanceof HttpStream)) throw new Error("no stream");
    expect(stream._status_code).toBe(413);
    expect(await client.readChunk(stream)).toBe("too large");
    expect(await client.readChunk(stream)).toBe("");
  });

  it("does not end an upload that continues: the echo arrives complete", async () => {
    const echo = `createServer((socket) => {
      let started = false;
      socket.on("data", (bytes) => {
        if (!started) socket.write("HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\n");
        started = true;
        socket.write(bytes);
        if (bytes.includes("!")) socket.end();
      });
    })`;
    const url = `http://127.0.0.1:${await listening(echo)}/`;
    const body = `${"x".repeat(5_000_000)}!`;
    const answer = await send(newClient(), url, "POST", body, "", 20_000);
    expect(answer._body.endsWith(body)).toBe(true);
  });

  it("that does not arrive is the failure of the connection", async () => {
    const port = await listening("createServer((socket) => socket.once('data', () => socket.destroy()))");
    const outcome = await newClient().exchange(
      "POST",
      `http://127.0.0.1:${port}/`,
      "x".repeat(30_000_000),
      "",
      30_000,
      -1,
    );
    expect(outcome).toBeInstanceOf(Err);
    expect((outcome as Err<{ _message: string }>).error._message).toMatch(
      /: Network Error: (Broken pipe|Connection reset by peer|connection closed)/,
    );
  });
});
