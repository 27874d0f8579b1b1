// What trusted proxies say about a client (reference/http-server#proxies).
import { describe, expect, it } from "vitest";
import { forwardedClient } from "./forwarded.ts";

/** The client of lines as they were sent; addresses that begin with `10.` or `fd` are trusted. */
function client(lines: readonly string[], standard = false): string {
  const all = lines.map((line) => line.split(": ") as [string, string]);
  const { address, scheme, host } = forwardedClient(
    (name) => all.filter(([each]) => each === name).map(([, value]) => value),
    standard,
    (text) => /^(?:10\.|fd)/.test(text),
  );
  return `${address} ${scheme} ${host}`;
}
const by = (value: string): string => client([`x-forwarded-for: ${value}`]).split(" ")[0]!;
const from = (...values: string[]): string =>
  client(
    values.map((value) => `forwarded: ${value}`),
    true,
  );

describe("the fields that begin with X-Forwarded", () => {
  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["6.6.6.6, 1.2.3.4, 10.0.0.1", "1.2.3.4"],
    ["6.6.6.6,1.2.3.4\t,10.0.0.1 , 10.0.0.2", "1.2.3.4"],
    ["10.0.0.1, 10.0.0.2", "10.0.0.1"],
    ["6.6.6.6, unknown, 10.0.0.2", "10.0.0.2"],
    ["6.6.6.6, unknown", "null"],
    ["6.6.6.6,", "null"],
    [",", "null"],
    ["", "null"],
    ["1.2.3.4:55", "1.2.3.4"],
    ["[2001:db8::1]:55", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:DB8::1", "2001:DB8::1"],
    ["6.6.6.6, 2001:db8::1, fd00::1", "2001:db8::1"],
    ["::ffff:1.2.3.4", "::ffff:1.2.3.4"],
    ["1.2.3.4:", "null"],
    ["1.2.3.4:x", "null"],
    ["[1.2.3.4]", "null"],
    ["[2001:db8::1", "null"],
    ["1.2.3", "null"],
    ["01.2.3.4", "null"],
    ["256.1.1.1", "null"],
    ["fe80::1%eth0", "null"],
    ["localhost", "null"],
    ["_hidden", "null"],
  ])("of %j name %s", (value, address) => expect(by(value)).toBe(address));

  it("are one list in several lines", () => {
    expect(client(["x-forwarded-for: 6.6.6.6, 1.2.3.4", "x-forwarded-for: 10.0.0.1"])).toBe(
      "1.2.3.4 null null",
    );
  });

  it("say the scheme and host at the place of the address, counted from the right", () => {
    const all = (list: string, schemes: string, hosts = schemes): string =>
      client([`x-forwarded-for: ${list}`, `x-forwarded-proto: ${schemes}`, `x-forwarded-host: ${hosts}`]);
    expect(all("1.2.3.4, 10.0.0.1", "https, http", "a.test, b.test")).toBe("1.2.3.4 https a.test");
    expect(all("6.6.6.6, 1.2.3.4", "https, http", "a.test, b.test")).toBe("1.2.3.4 http b.test");
    expect(all("6.6.6.6, 1.2.3.4, 10.0.0.1", "https", "a.test:81")).toBe("1.2.3.4 https a.test:81");
    expect(all("1.2.3.4, 10.0.0.1, 10.0.0.2", "http, https", "a, b")).toBe("1.2.3.4 https b");
    expect(all("unknown", "http, https", "a, b")).toBe("null https b");
    expect(client(["x-forwarded-proto: HTTPS", "x-forwarded-host: x"])).toBe("null https x");
    expect(client(["x-forwarded-proto: wss"])).toBe("null https null");
    expect(client(["x-forwarded-proto: ftp", "x-forwarded-host: a b"])).toBe("null null null");
    expect(client(["x-forwarded-host: evil.test/path"])).toBe("null null null");
    expect(client(["forwarded: for=1.2.3.4;proto=https"])).toBe("null null null");
  });
});

describe("the field Forwarded", () => {
  it("names the client like a list of addresses", () => {
    expect(from("for=1.2.3.4")).toBe("1.2.3.4 null null");
    expect(from('For="[2001:db8::1]:99";Proto=HTTPS;host="a.test:81"')).toBe("2001:db8::1 https a.test:81");
    expect(from("for=6.6.6.6;proto=http, for=1.2.3.4;proto=https;host=a, for=10.0.0.1")).toBe(
      "1.2.3.4 https a",
    );
    expect(from("for=1.2.3.4;host=a, for=10.0.0.1;proto=https")).toBe("1.2.3.4 https a");
    expect(from("for=6.6.6.6", "for=1.2.3.4", "for=10.0.0.1")).toBe("1.2.3.4 null null");
    expect(from("for=6.6.6.6, for=_secret, for=10.0.0.1")).toBe("10.0.0.1 null null");
    expect(from("for=6.6.6.6, by=10.0.0.9;proto=https")).toBe("null https null");
    expect(from("")).toBe("null null null");
    expect(client(["x-forwarded-for: 1.2.3.4", "x-forwarded-proto: https"], true)).toBe("null null null");
  });

  it("is read element by element, so that a client cannot hide or forge what a proxy adds", () => {
    expect(from('for="6.6.6.6', "for=1.2.3.4;proto=https")).toBe("1.2.3.4 https null");
    expect(from('for="6.6.6.6, for=1.2.3.4')).toBe("null null null");
    expect(from('for="a\\", for=6.6.6.6, \\"", for=1.2.3.4')).toBe("1.2.3.4 null null");
    expect(from("for=6.6.6.6;for=1.2.3.4")).toBe("null null null");
    expect(from("for==, for=1.2.3.4")).toBe("1.2.3.4 null null");
  });
});
