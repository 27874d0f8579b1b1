// Turns of requests to one host (reference/http-client#clients).
import { describe, expect, it } from "vitest";
import { HostSlots } from "./host-slots.ts";

const turn = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

describe("slots", () => {
  it("go to as many requests as there are slots, in order", async () => {
    const slots = new HostSlots(2);
    const going: string[] = [];
    const leave = ["a", "b", "c", "d"].map((name) => slots.take("x", () => going.push(name)));
    const elsewhere = slots.take("y", () => going.push("y"));
    await turn();
    expect(going).toEqual(["a", "b", "y"]);
    leave[2]!();
    leave[0]!();
    expect(going).toEqual(["a", "b", "y", "d"]);
    elsewhere();
  });
  it("are given back once, however often they are left", async () => {
    const slots = new HostSlots(1);
    const going: string[] = [];
    const first = slots.take("x", () => going.push("a"));
    await turn();
    first();
    const second = slots.take("x", () => going.push("b"));
    await turn();
    first();
    const third = slots.take("x", () => going.push("c"));
    await turn();
    expect(going).toEqual(["a", "b"]);
    second();
    expect(going).toEqual(["a", "b", "c"]);
    third();
  });
  it("go to no request of a client that closes", async () => {
    const slots = new HostSlots(1);
    const going: string[] = [];
    const first = slots.take("x", () => going.push("a"));
    await turn();
    const second = slots.take("x", () => going.push("b"));
    slots.close();
    first();
    await turn();
    expect(going).toEqual(["a"]);
    second();
  });
});
