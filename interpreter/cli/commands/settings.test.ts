import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { parseOptions, type ParsedOptions } from "./options.ts";
import { capabilityOptions, grantsOf, packageOption, packagesOf } from "./settings.ts";

afterEach(() => vi.unstubAllEnvs());

function options(...args: string[]): ParsedOptions {
  return parseOptions(args, { ...capabilityOptions, ...packageOption });
}

test("everything is allowed unless an option restricts it", () => {
  const nothing = {
    net: { connect: false, listen: false },
    fs: { read: false, write: false },
    env: false,
    process: false,
  };
  expect(grantsOf(options())).toEqual({ net: true, fs: true, env: true, process: true });
  expect(grantsOf(options("--sandbox"))).toEqual(nothing);
  expect(grantsOf(options("--allow-net", "--allow-env"))).toEqual({
    ...nothing,
    net: { connect: true, listen: true },
    env: true,
  });
  expect(grantsOf(options("--sandbox", "--allow-fs"))).toEqual({
    ...nothing,
    fs: { read: true, write: true },
  });
});

test("options list the allowed resources", () => {
  const given = options(
    "--allow-net=a.org:443,b.org",
    "--allow-listen=:8080",
    "--allow-read=/a,b",
    "--allow-read=/c",
    "--allow-fs=/d",
    "--allow-env=A,B_*",
    "--allow-run=git",
  );
  expect(grantsOf(given)).toEqual({
    net: { connect: ["a.org:443", "b.org"], listen: ["a.org:443", "b.org", ":8080"] },
    fs: { read: ["/d", "/a", "b", "/c"], write: ["/d"] },
    env: ["A", "B_*"],
    process: ["git"],
  });
  expect(() => grantsOf(options("--allow-env="))).toThrow("needs names");
  expect(() => grantsOf(options("--allow-net=a b"))).toThrow("is not a host");
  expect(grantsOf(options("--allow-net", "--allow-net=a"))).toMatchObject({ net: { connect: true } });
});

test("packages are found by option and below STD_PACKAGES, ignoring case", () => {
  const folder = mkdtempSync(join(tmpdir(), "std-packages-"));
  try {
    mkdirSync(join(folder, "github.com/Ann/Tools"), { recursive: true });
    vi.stubEnv("STD_PACKAGES", `/nowhere:${folder}`);
    const packages = packagesOf(options("--package", "Example.com/x/Y=/somewhere"));
    expect(packages.find({ host: "github.com", owner: "ann", name: "tools" })).toBe(
      join(folder, "github.com/Ann/Tools"),
    );
    expect(packages.find({ host: "example.com", owner: "x", name: "y" })).toBe("/somewhere");
    expect(packages.find({ host: "github.com", owner: "ann", name: "other" })).toBeNull();
    expect(packages.configuration).not.toBe(packagesOf(options()).configuration);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(() => packagesOf(options("--package", "nothing"))).toThrow("NAME=DIR");
});
