// The clients that std/web limits (reference/http-server#ready-made-wrappers).
import { describe, expect, it } from "vitest";
import { networkOf } from "./rate-limit.ts";

describe("the network of a client", () => {
  it("is its address for IPv4, whatever the port and the form", () => {
    expect(networkOf("192.0.2.7:1")).toBe(networkOf("192.0.2.7:2"));
    expect(networkOf("192.0.2.7:1")).toBe(networkOf("[::ffff:192.0.2.7]:3"));
    expect(networkOf("192.0.2.7:1")).not.toBe(networkOf("192.0.2.8:1"));
    expect(networkOf("[::ffff:192.0.2.7]:1")).not.toBe(networkOf("[::ffff:192.0.2.8]:1"));
  });
  it("is the first half of its address for IPv6, however it is shortened", () => {
    const same = [
      "[2001:db8::1]:1",
      "[2001:db8::1]:2",
      "[2001:db8::1:2:3:4]:3",
      "[2001:db8:0:0:5::]:4",
      "[2001:db8:0:0:ffff:ffff:ffff:ffff]:5",
    ];
    expect(new Set(same.map(networkOf)).size).toBe(1);
    expect(networkOf("[::1]:1")).toBe(networkOf("[::1]:2"));
    expect(networkOf("[fe80::1%eth0]:1")).toBe(networkOf("[fe80::1%eth0]:2"));
    expect(networkOf("[2001:db8:0:1::1]:1")).not.toBe(networkOf(same[0]!));
  });
  it("is the same for an address without a port", () => {
    expect(networkOf("192.0.2.7")).toBe(networkOf("192.0.2.7:1"));
    expect(networkOf("::ffff:192.0.2.7")).toBe(networkOf("192.0.2.7:1"));
    expect(networkOf("2001:db8::1")).toBe(networkOf("[2001:db8::2]:1"));
    expect(networkOf("2001:db8::1:80")).toBe(networkOf("[2001:db8::1]:80"));
    expect(networkOf("192.0.2.7")).not.toBe(networkOf("192.0.2.8"));
  });
  it("is one for all whose address is unknown", () => {
    expect(networkOf("")).toBe(networkOf(":0"));
  });
});
