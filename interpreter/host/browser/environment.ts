// Environment variables in memory, and what a page knows of its machine.
import type { Environment } from "../index.ts";
import { unavailable } from "./failure.ts";

export function environmentOf(variables: Map<string, string>): Environment {
  return {
    get: (name) => variables.get(name) ?? null,
    all: () => new Map(variables),
    raw: () => new Map(),
    set(name, value) {
      if (value === null) variables.delete(name);
      else variables.set(name, value);
    },
    parse() {
      throw unavailable("reader of `.env` files");
    },
    homeFolder: () => null,
    hostName: () => "browser",
    cpuCount: () => (globalThis.navigator as Navigator | undefined)?.hardwareConcurrency ?? 1,
    platform: "browser",
    machine: "browser",
  };
}
