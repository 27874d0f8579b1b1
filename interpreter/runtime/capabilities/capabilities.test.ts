import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { links } from "../../host/node/links.ts";
import { addressBytes, addressKind } from "./addresses.ts";
import { grant, type Grants } from "./capabilities.ts";

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "std-grants-")));
  for (const name of ["open", "open/inner", "opened", "shut"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "shut/secret"), "x");
  symlinkSync("../shut", join(folder, "open/out"));
  symlinkSync("../shut/new", join(folder, "open/dangling"));
  symlinkSync("open", join(folder, "alias"));
  symlinkSync("circle", join(folder, "open/circle"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (grants: Grants, kept: readonly string[] = []) => grant(grants, links, kept);
const connects = (net: readonly string[], host: string, port = 80, address?: string): boolean =>
  ask({ net }).connect(host, port, address) === null;

test("nothing is granted by default, and a denial names its flag", () => {
  const none = ask({});
  expect([none.net, none.fs, none.env, none.process]).toEqual([false, false, false, false]);
  expect(none.read("/a")).toBe("permission denied: fs is not allowed here (--allow-read=/a)");
  expect(none.write("/a")).toBe("permission denied: fs is not allowed here (--allow-write=/a)");
  expect(none.connect("::1", 80)).toBe("permission denied: net is not allowed here (--allow-net=[::1]:80)");
  expect(none.connect("a.org", 80, "10.0.0.1")).toBe(
    "permission denied: net is not allowed here (--allow-net=10.0.0.1:80)",
  );
  expect(none.listen("0.0.0.0", 80)).toContain("(--allow-net=0.0.0.0:80)");
  expect(none.variable("HOME")).toContain("(--allow-env=HOME)");
  expect(none.run("git")).toContain("(--allow-run=git)");
});

test("a kind as a whole is granted by true, for both directions", () => {
  const all = ask({ net: true, fs: true, env: true, process: true });
  expect([
    all.read("/a"),
    all.write("/a"),
    all.connect("a", 1),
    all.listen("a", 1),
    all.variable("A"),
    all.run("a"),
  ]).toEqual([null, null, null, null, null, null]);
  const half = ask({ net: { listen: true }, fs: { read: true } });
  expect([half.net, half.listen("a", 1), half.read("/a")]).toEqual([true, null, null]);
  expect([half.connect("a", 1), half.write("/a")]).not.toContain(null);
});

test("a folder covers everything below it after links are resolved", () => {
  const { read, write } = ask({ fs: { read: [join(folder, "open")], write: [join(folder, "alias/inner")] } });
  for (const inside of ["open", "open/", "open/inner/new/deep", "alias/x", "open/../open/x", "open/circle"])
    expect(read(join(folder, inside)), inside).toBeNull();
  for (const outside of [
    "opened",
    "shut/secret",
    "open/out/secret",
    "open/dangling",
    "open/../shut/secret",
    "",
    "open/inner/../../shut/secret",
  ])
    expect(read(`${folder}/${outside}`), outside).not.toBeNull();
  expect([write(join(folder, "open/inner/x")), write(join(folder, "open/x"))]).toEqual([
    null,
    expect.any(String),
  ]);
});

test("kept folders are denied whatever is granted", () => {
  const { read, write } = ask({ fs: true }, [join(folder, "shut")]);
  expect([
    read(join(folder, "open/x")),
    read(join(folder, "shut/secret")),
    write(join(folder, "open/out/new")),
  ]).toEqual([null, expect.any(String), expect.any(String)]);
});

test("a host is granted with or without port, a name with all below it", () => {
  expect([
    connects(["a.org"], "a.org"),
    connects(["a.org"], "A.ORG."),
    connects(["a.org:443"], "a.org"),
    connects(["a.org:443"], "a.org", 443),
  ]).toEqual([true, true, false, true]);
  expect([
    connects(["*.a.org"], "b.a.org"),
    connects(["*.a.org"], "a.org"),
    connects(["*.a.org"], "xa.org"),
    connects(["a.org"], "b.a.org"),
  ]).toEqual([true, false, false, false]);
  expect([connects([":80"], "anything"), connects([":80"], "anything", 81)]).toEqual([true, false]);
  expect(ask({ net: ["a.org:443"] }).connect("a.org", null)).toBeNull();
});

test("a name leads to public addresses only, whatever a name server says", () => {
  expect([
    connects(["a.org"], "a.org", 80, "93.184.216.34"),
    connects(["a.org"], "a.org", 80, "127.0.0.1"),
    connects(["a.org"], "a.org", 80, "::ffff:10.1.2.3"),
  ]).toEqual([true, false, false]);
  expect(connects(["a.org", "10.0.0.0/8"], "a.org", 80, "10.1.2.3")).toBe(true);
});

test("this machine is one thing in all spellings", () => {
  const spellings = [
    "127.0.0.1",
    "127.1.2.3",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:7f00:0001",
    "64:ff9b::127.0.0.1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b:1::127.0.0.1",
    "2002:7f00:1::",
    "0.0.0.0",
    "::",
    "localhost",
    "LOCALHOST.",
    "x.localhost",
  ];
  for (const granted of ["127.0.0.1", "::1", "localhost", "loopback"])
    for (const asked of spellings) expect(connects([granted], asked), `${granted} ${asked}`).toBe(true);
  for (const asked of spellings)
    expect(connects(["a.org", "private", "public", "8.8.8.8"], asked), asked).toBe(false);
  expect(connects(["localhost:80"], "::1", 81)).toBe(false);
});

test("listening on all networks is not listening on this machine", () => {
  const listens = (granted: string, host: string): boolean =>
    ask({ net: [granted] }).listen(host, 80) === null;
  for (const everywhere of ["0.0.0.0", "::", "[::]", "::ffff:0.0.0.0", "0:0::0", "::%1"]) {
    for (const granted of ["localhost", "127.0.0.1", "::1", "loopback", "private", "127.0.0.0/8"])
      expect([granted, everywhere, listens(granted, everywhere)]).toEqual([granted, everywhere, false]);
    for (const granted of ["*", ":80", "0.0.0.0", "::", "[::]:80"])
      expect([granted, everywhere, listens(granted, everywhere)]).toEqual([granted, everywhere, true]);
  }
  for (const granted of ["localhost", "loopback", "::1"]) expect(listens(granted, "127.0.0.1")).toBe(true);
  expect(listens("0.0.0.0", "127.0.0.1")).toBe(true);
});

test("ranges and kinds of addresses", () => {
  expect([
    connects(["10.0.0.0/8"], "10.255.0.1"),
    connects(["10.0.0.0/8"], "11.0.0.1"),
    connects(["10.0.0.0/8"], "::ffff:a01:203"),
    connects(["fe80::/10"], "fe80::1%eth0"),
  ]).toEqual([true, false, true, true]);
  for (const address of [
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.19.0.1",
    "224.0.0.251",
    "255.255.255.255",
    "fd00::1",
    "fe80::1",
    "ff02::1",
    "2002:a00:1::1",
    "64:ff9b:1::a00:1",
    "64:ff9b:1::808:808",
    "192.0.0.1",
    "192.0.0.8",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.2",
    "198.51.100.1",
    "203.0.113.1",
    "239.255.255.255",
    "240.0.0.1",
    "100::1",
    "100:0:0:1::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "2001:1ff::1",
    "2001:db8::1",
    "3fff:fff::1",
    "5f00::1",
    "fec0::1",
    "::ffff:0:10.0.0.1",
    "::ffff:0:8.8.8.8",
    "::ffff:192.0.2.1",
    "64:ff9b::192.168.0.1",
    "2002:c000:201::1",
  ])
    expect(addressKind(addressBytes(address)!), address).toBe("private");
  for (const address of [
    "8.8.8.8",
    "172.32.0.1",
    "192.169.0.1",
    "100.128.0.1",
    "198.20.0.1",
    "2606:4700::1111",
    "2002:808:808::1",
    "64:ff9b::8.8.8.8",
    "::ffff:8.8.8.8",
    "192.0.0.9",
    "192.0.0.10",
    "192.0.1.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "198.17.255.255",
    "223.255.255.255",
    "2001:1::1",
    "2001:1::3",
    "2001:3::1",
    "2001:4:112::1",
    "2001:20::1",
    "2001:2f:ffff::1",
    "2001:30::1",
    "2001:200::1",
    "2001:db9::1",
    "2620:4f:8000::1",
    "3ffe::1",
    "4000::1",
  ])
    expect(addressKind(addressBytes(address)!), address).toBe("public");
  for (const text of [
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "256.1.1.1",
    ":::",
    "1::2::3",
    "12345::",
    "g::",
    "localhost",
  ])
    expect(addressBytes(text), text).toBeNull();
});

test("variables and programs go by name", () => {
  const { variable, run } = ask({ env: ["HOME", "APP_*"], process: ["git", "/bin/sh"] });
  expect([variable("HOME"), variable("APP_X"), variable("HOME2")]).toEqual([null, null, expect.any(String)]);
  expect([run("git"), run("/bin/../bin/sh"), run("sh"), run("./git")]).toEqual([
    null,
    null,
    expect.any(String),
    expect.any(String),
  ]);
});

test("grants that are none are refused", () => {
  for (const wrong of [
    { nets: true },
    { env: "false" },
    { fs: { reads: true } },
    { net: [1] },
    { net: { connect: "x" } },
    { env: { read: true } },
    { fs: null },
    { net: [""] },
  ]) {
    expect(() => ask(wrong as unknown as Grants), JSON.stringify(wrong)).toThrow(TypeError);
  }
  for (const entry of ["a b", "http://a.org", "a.org:99999", "10.0.0.0/64", "a/b"])
    expect(() => ask({ net: [entry] }), entry).toThrow(TypeError);
});

describe("programs that a script could replace", () => {
  const asIs = { realPath: (path: string) => path };
  const linked = { realPath: (path: string) => path.replace(/^\/srv\/current/, "/usr/bin") };

  test.each([
    [["/srv/bin"], "/srv/bin/tool", "/srv/bin"],
    [["/srv"], "/srv/bin/tool", "/srv"],
    [["/srv/bin/tool"], "/srv/bin/tool", "/srv/bin/tool"],
    [["/srv/data"], "/srv/bin/tool", null],
    [["/srv/bin/tool2"], "/srv/bin/tool", null],
  ])("a grant to write %j, starting %s", (write, file, replaceable) => {
    const { start } = grant({ fs: { write }, process: ["tool"] }, asIs);
    expect(start(file)).toBe(
      replaceable === null
        ? null
        : `permission denied: the script could replace ${file}, since it may write ${replaceable} (--allow-write)`,
    );
  });

  test("a link on the path counts as well", () => {
    const { start } = grant({ fs: ["/srv"], process: ["/srv/current/tool"] }, linked);
    expect(start("/srv/current/tool")).toMatch("it may write /srv ");
    expect(grant({ fs: ["/usr/bin"], process: ["tool"] }, linked).start("/srv/current/tool")).not.toBeNull();
  });

  test("without lists, nothing is refused", () => {
    expect(grant({ fs: true, process: ["tool"] }, asIs).start("/bin/tool")).toBeNull();
    expect(grant({ fs: ["/bin"], process: true }, asIs).start("/bin/tool")).toBeNull();
  });
});

test("links and set-id bits do not lead out of the grants for files", () => {
  const links = { realPath: (path: string) => posix.normalize(path) };
  const { link, permissions } = grant({ fs: { read: ["/data"], write: ["/data/out"] } }, links);
  expect(link("/data/out/a", "../in")).toBeNull();
  expect(link("/data/out/a", "/data/in")).toBeNull();
  expect(link("/data/out/a", "../../etc/passwd")).toMatch("permission denied: fs");
  expect(link("/data/out/a", "/etc")).toBe("permission denied: fs is not allowed here (--allow-read=/etc)");
  expect(permissions(0o1755)).toBeNull();
  expect(permissions(0o4755)).toMatch("set-id bits");
  expect(permissions(0o2755)).toMatch("set-id bits");
  const all = grant({ fs: true }, links);
  expect([all.link("/a", "/etc"), all.permissions(0o4755)]).toEqual([null, null]);
});
