import { expect, it } from "vitest";
import { JSON_TYPE, Response, TEXT } from "./response.ts";
import { Serializer } from "./serialize.ts";

it("renders each head as if it were the first", () => {
  const serializer = new Serializer();
  const head = (type: string, body: string, keepAlive: boolean): string => serializer.answer(Response.of(200, type, body), { isHead: false, minor: 1, keepAlive }).head;
  const expected = (type: string, length: number, keepAlive: boolean, seconds: string): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: ${keepAlive ? "keep-alive" : "close"}\r\nDate: Thu, 01 Jan 1970 00:00:${seconds} GMT\r\n\r\n`;
  for (const seconds of ["07", "08"]) {
    serializer.tick(Number(seconds) * 1000 + 999);
    for (const body of ["abc", "abc", "abc", "", "", "", "abcd", "abc"]) {
      expect(head(TEXT, body, true)).toBe(expected(TEXT, body.length, true, seconds));
      expect(head(TEXT, body, false)).toBe(expected(TEXT, body.length, false, seconds));
      expect(head(JSON_TYPE, body, true)).toBe(expected(JSON_TYPE, body.length, true, seconds));
    }
  }
});
