// Reports of certificates that cannot be read again: each problem once, as long as it persists.
import { expect, it } from "vitest";
import type { Content, Sockets } from "../../../interpreter/host/index.ts";
import { Identities } from "./identities.ts";

it("reports a problem once while it lasts", () => {
  let tag: string | null = "first";
  const content = {
    stateOf: () => {
      if (tag === null) throw Object.assign(new Error("ENOENT: gone"), { code: "ENOENT" });
      return { tag };
    },
    open: () => ({ state: { size: 1 }, readSync: () => 1, close() {} }),
  } as unknown as Content;
  const told: string[] = [];
  const identities = new Identities({
    content,
    sockets: { context: () => ({}) } as unknown as Sockets,
    report: (line) => void told.push(line),
  });
  identities.addFiles(null, "c.pem", "k.pem");
  const look = (next: string | null): number => {
    tag = next;
    identities.of("any.test");
    return told.length;
  };
  expect([look(null), look(null), look("first"), look(null), look(null), look("second")]).toEqual([
    1, 1, 1, 2, 2, 2,
  ]);
  expect(told[0]).toBe(
    "http: the certificate c.pem could not be read again: No such file or directory (c.pem)\n",
  );
});
