import { describe, expect, it } from "vitest";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { Err } from "../../../interpreter/runtime/index.ts";
import { HttpResponse } from "./buffered.ts";
import { Client } from "./client.ts";
import { HeadMemory } from "../message/response-head.ts";
import { ResponseReader } from "../message/response-reader.ts";
import type { ResponseCase } from "../testing/hostile-responses.ts";
import { RESPONSE_CASES } from "../testing/hostile-responses.ts";
import { cuts } from "../testing/served.ts";
import { testRuntime } from "../testing/test-runtime.ts";

/** Returns the reader's result for pieces: the outcome, and whether the connection can be reused. */
function read(sample: ResponseCase, pieces: readonly string[]): string {
  let status = 0;
  let body = "";
  const reader = new ResponseReader(sample.method === "HEAD", false, new HeadMemory(), {
    head: (head) => (status = head.status),
    data: (piece) => (body += piece),
  });
  for (const piece of pieces) reader.feed(piece);
  const kept = reader.keepsConnection;
  reader.end();
  return `${reader.fault === null ? `${status} ${body}` : reader.fault.part}${kept ? " kept" : ""}`;
}

describe("responses, however the network cuts them", () => {
  it("has enough of them", () => expect(RESPONSE_CASES.length).toBeGreaterThan(60));
  for (const sample of RESPONSE_CASES) {
    it(sample.rule, () => {
      const expected = `${sample.outcome}${sample.kept === true ? " kept" : ""}`;
      const ways = sample.long === true ? [[sample.bytes], [...sample.bytes]] : cuts(sample.bytes);
      for (const pieces of ways) expect(read(sample, pieces)).toBe(expected);
    });
  }
});

const FAULT_TEXTS = {
  status: /: Bad Status: /,
  header: /: Bad Header: /,
  body: /^\w+: incomplete response body/,
};

describe("responses over sockets", () => {
  for (const sample of RESPONSE_CASES) {
    it(sample.rule, async () => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.end(sample.bytes, "latin1"));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const outcome = await new Client(testRuntime().runtime).exchange(
        sample.method ?? "GET",
        url,
        "",
        "",
        3000,
        -1,
      );
      server.close();
      if (outcome instanceof Err) {
        expect(sample.outcome in FAULT_TEXTS).toBe(true);
        expect(outcome.error._message).toMatch(FAULT_TEXTS[sample.outcome as keyof typeof FAULT_TEXTS]);
      } else {
        expect(outcome).toBeInstanceOf(HttpResponse);
        expect(`${(outcome as HttpResponse)._status_code} ${(outcome as HttpResponse)._body}`).toBe(
          sample.outcome,
        );
      }
    });
  }
});
