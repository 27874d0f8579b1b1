import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { parseOptions, type ParsedOptions } from "./options.ts";
import { capabilitiesOf, capabilityOptions, packageOption, packagesOf } from "./settings.ts";

afterEach(() => vi.unstubAllEnvs());

function options(...args: string[]): ParsedOptions {
  return parseOptions(args, { ...capabilityOptions, ...packageOption });
}

test("everything is allowed until an option narrows it", () => {
  expect(capabilitiesOf(options())).toEqual({ net: true, fs: true, env: true, process: true });
  expect(capabilitiesOf(options("--sandbox"))).toEqual({ net: false, fs: false, env: false, process: false });
  expect(capabilitiesOf(options("--allow-net", "--allow-env"))).toEqual({ net: true, fs: false, env: true, process: false });
  expect(capabilitiesOf(options("--sandbox", "--allow-fs"))).toEqual({ net: false, fs: true, env: false, process: false });
});

test("packages are found by option and below STD_PACKAGES, without regard to case", () => {
  const folder = mkdtempSync(join(tmpdir(), "std-packages-"));
  try {
    mkdirSync(join(folder, "github.com/Ann/Tools"), { recursive: true });
    vi.stubEnv("STD_PACKAGES", `/nowhere:${folder}`);
    const packages = packagesOf(options("--package", "Example.com/x/Y=/somewhere"));
    expect(packages.find({ host: "github.com", owner: "ann", name: "tools" })).toBe(join(folder, "github.com/Ann/Tools"));
    expect(packages.find({ host: "example.com", owner: "x", name: "y" })).toBe("/somewhere");
    expect(packages.find({ host: "github.com", owner: "ann", name: "other" })).toBeNull();
    expect(packages.configuration).not.toBe(packagesOf(options()).configuration);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(() => packagesOf(options("--package", "nothing"))).toThrow("NAME=DIR");
});
