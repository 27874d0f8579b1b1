import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUEST_CASES } from "../testing/hostile-requests.ts";
import { converse, cuts, echo, routesTo, start, statusesOf, talk } from "../testing/served.ts";
import type { RunningServer } from "../testing/served.ts";

describe("requests, however the network cuts them", () => {
  for (const { rule, bytes, statuses, long } of REQUEST_CASES) {
    it(rule, () => {
      const whole = converse([bytes]);
      expect(whole.statuses).toBe(statuses);
      const ways = long === true ? [[...bytes], [bytes.slice(0, -1), bytes.slice(-1)]] : cuts(bytes);
      for (const pieces of ways) expect(converse(pieces)).toEqual(whole);
    });
  }
});

describe("requests over sockets", () => {
  let running: RunningServer;
  beforeAll(async () => {
    running = await start(routesTo(echo));
  });
  afterAll(() => running.stop());

  it("has enough of them", () => expect(REQUEST_CASES.length).toBeGreaterThan(150));

  for (const { rule, bytes, statuses } of REQUEST_CASES) {
    it(rule, async () => {
      const text = await talk(running.port, bytes);
      expect(statusesOf(text)).toBe(statuses);
      if (/^[45]/.test(statuses)) {
        expect(text).toContain("Connection: close\r\n");
        expect(text).toContain("Content-Type: text/plain; charset=utf-8\r\n");
      }
    });
  }
});
