// Forms as handlers see them (reference/http-server#forms).
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Err } from "../../../interpreter/runtime/index.ts";
import type { ErrorValue } from "../../../interpreter/runtime/index.ts";
import { METHODS } from "../message/method.ts";
import { start, talk } from "../testing/served.ts";
import { testRuntime } from "../testing/test-runtime.ts";
import { cookieIn, cookieLine } from "./cookies.ts";
import type { Form, FormFile } from "./form.ts";
import { formOf } from "./form.ts";
import type { Request } from "./request.ts";
import { Response, TEXT } from "./response.ts";
import { Route } from "./route.ts";

const run = promisify(execFile);
const { runtime } = testRuntime();
const folder = mkdtempSync(join(tmpdir(), "std-http-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function textOf(file: FormFile): Promise<string> {
  let text = "";
  for (;;) {
    const piece = await file.read(50_000);
    if (piece instanceof Err) return `!${piece.error._message}`;
    if (piece === "") return text;
    text += piece as string;
  }
}

function route(streams: boolean, handler: (form: Form, request: Request) => Promise<string>): Route {
  const route = new Route(METHODS[1]!, "/", async (request) => {
    const form = await formOf(runtime, request);
    return form instanceof Err
      ? Response.of(400, TEXT, (form.error as ErrorValue)._message)
      : Response.of(200, TEXT, await handler(form as Form, request));
  });
  route.streams = streams;
  return route;
}

const post = (type: string, body: string): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const bodyOf = (answer: string): string => answer.slice(answer.indexOf("\r\n\r\n") + 4);

describe("forms", () => {
  for (const streams of [false, true]) {
    it(`are read from bodies that ${streams ? "arrive piece by piece" : "have arrived"}`, async () => {
      const running = await start([
        route(
          streams,
          async (form) =>
            `${form.names().join()} ${form.values("a").join()} ${await Promise.all(form.files("f").map(async (file) => `${file._filename}=${await textOf(file)}`))}`,
        ),
      ]);
      const ask = async (type: string, body: string): Promise<string> =>
        bodyOf(await talk(running.port, post(type, body)));
      const part = (disposition: string, body: string): string =>
        `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${body}\r\n`;
      expect(await ask("application/x-www-form-urlencoded", "a=1+2&b&a=%41")).toBe("a,b 1 2,A ");
      expect(await ask("Application/X-WWW-Form-Urlencoded; charset=utf-8", "")).toBe("  ");
      const multipart = `${part("name=a", "1")}${part('name=f; filename="x"', "file\r\n")}${part('name=f; filename=""', "")}${part('name=empty; filename=""', "")}--b--`;
      expect(await ask("multipart/form-data; boundary=b", multipart)).toBe("a,f 1 x=file\r\n");
      expect(await ask("text/plain", "a=1")).toBe("form: the content type is not that of a form");
      expect(await ask("multipart/form-data", multipart)).toBe(
        "form: the content type is not that of a form",
      );
      expect(await ask("multipart/form-data; boundary=b", part("name=a", "1"))).toBe(
        "form: the last boundary is missing",
      );
      expect(await ask("multipart/form-data; boundary=b", `${part("name=a", "").repeat(1_001)}--b--`)).toBe(
        "form: more than 1000 parts",
      );
      await running.stop();
    });
  }
  it("keep large files on the disk until the request is answered, and leave nothing", async () => {
    const spools = (): string[] => readdirSync(tmpdir()).filter((name) => /^std-[0-9a-f]{32}$/.test(name));
    const kept: FormFile[] = [];
    const target = join(folder, "kept.bin");
    const running = await start([
      route(true, async (form) => {
        const file = form.files("f")[0]!;
        kept.push(file);
        expect(spools()).toEqual([]);
        const text = await textOf(file);
        return `${file._size} ${text.length} ${await file.save(target)} ${((await file.save(join(folder, "no", "folder"))) as Err<ErrorValue>).error._message.slice(0, 6)}`;
      }),
    ]);
    const source = join(folder, "source.bin");
    writeFileSync(source, Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => i & 255)));
    const { stdout } = await run("curl", [
      "-s",
      "-F",
      "a=1",
      "-F",
      `f=@${source};type=x/y`,
      `http://127.0.0.1:${running.port}/`,
    ]);
    expect(stdout).toBe("3000000 3000000 0 save: ");
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
    expect(await textOf(kept[0]!)).toBe("!read: the file was removed when its handler ended");
    expect((await kept[0]!.save(target)) instanceof Err).toBe(true);
    expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
    await running.stop();
  });
  it("give each byte of a file on the disk to one of several readers", async () => {
    const text = Array.from({ length: 300_000 }, (_, i) => `${i}\n`).join("");
    const running = await start([
      route(true, async (form) => {
        const file = form.files("f")[0]!;
        const pieces: string[] = [];
        const reading = async (): Promise<void> => {
          for (;;) {
            const piece = await file.read(50_000);
            if (piece === "") return;
            pieces.push(piece instanceof Err ? `!${piece.error._message}` : (piece as string));
            if (piece instanceof Err) return;
          }
        };
        await Promise.all([reading(), reading(), reading()]);
        return String(pieces.join("") === text);
      }),
    ]);
    const body = `--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${text}\r\n--b--\r\n`;
    expect(bodyOf(await talk(running.port, post("multipart/form-data; boundary=b", body)))).toBe("true");
    await running.stop();
  });
  it("keep many files in one file on the disk, beyond what they may take of the memory", async () => {
    const create = vi.spyOn(runtime.host.system.spool, "create");
    const sizes = [...Array.from({ length: 14 }, () => 1_000_000), 3, 2_000_000];
    const content = (i: number): string => String.fromCharCode(97 + i).repeat(sizes[i]!);
    const target = join(folder, "one-of-many.bin");
    const running = await start([
      route(true, async (form) => {
        const files = form.files("f");
        // Each has its own position.
        const starts = await Promise.all(files.map(async (file) => (await file.read(2)) as string));
        const rests = await Promise.all(files.map(textOf));
        const isWhole = files.map(
          (file, i) => Number(file._size) === sizes[i] && starts[i]! + rests[i] === content(i),
        );
        await files[12]!.save(target);
        return isWhole.join();
      }),
    ]);
    const parts = sizes.map(
      (_, i) => `--b\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\n${content(i)}\r\n`,
    );
    const reply = await talk(running.port, post("multipart/form-data; boundary=b", `${parts.join("")}--b--`));
    expect(bodyOf(reply)).toBe(sizes.map(() => true).join());
    expect(readFileSync(target, "latin1") === content(12)).toBe(true);
    expect(create).toHaveBeenCalledTimes(1);
    create.mockRestore();
    await running.stop();
  });
  it("bound the memory of values", async () => {
    const running = await start([route(true, async () => "taken")]);
    const body = `--b\r\nContent-Disposition: form-data; name=a\r\n\r\n${"x".repeat(11_000_000)}\r\n--b--`;
    expect(bodyOf(await talk(running.port, post("multipart/form-data; boundary=b", body)))).toBe(
      "form: the values are too long",
    );
    expect(
      bodyOf(await talk(running.port, post("application/x-www-form-urlencoded", "x".repeat(11_000_000)))),
    ).toBe("form: the values are too long");
    await running.stop();
  });
  it("bound the number of fields, and find each without searching all", async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `n${i % 9_999}`);
    for (const streams of [false, true]) {
      let form: Form | null = null;
      const running = await start([
        route(streams, async (given) => {
          form = given;
          return "taken";
        }),
      ]);
      const ask = async (body: string): Promise<string> =>
        bodyOf(await talk(running.port, post("application/x-www-form-urlencoded", body)));
      expect(await ask(names.join("&"))).toBe("taken");
      expect(await ask(`${names.join("&")}&&more`)).toBe("form: more than 10000 fields");
      expect(form!.names()).toEqual(names.slice(0, -1));
      expect(form!.values("n0")).toEqual(["", ""]);
      // The same list each time: no search was made for it.
      expect(form!.values("n0")).toBe(form!.values("n0"));
      await running.stop();
    }
  });
});

describe("cookies", () => {
  it("are read as browsers send them", () => {
    expect(
      ["a", "b", "c", "d", "e"].map((name) => cookieIn('a=1; b="two"; a=3;c=; d = x=y ; ee=1', name)),
    ).toEqual(["1", "two", "", "x=y", null]);
  });
  it("are written with their attributes, or refused", () => {
    const cookie = {
      name: "a",
      value: "1",
      path: "/",
      domain: "",
      maxAge: null,
      secure: false,
      httpOnly: true,
      sameSite: "Lax",
    };
    expect(cookieLine(cookie)).toBe("a=1; Path=/; HttpOnly; SameSite=Lax");
    expect(
      cookieLine({ ...cookie, domain: "x.y", maxAge: 0, secure: true, httpOnly: false, sameSite: "" }),
    ).toBe("a=1; Path=/; Domain=x.y; Max-Age=0; Secure");
    for (const wrong of [
      { name: "a b" },
      { name: "" },
      { value: "a;b" },
      { value: "a\r\nX: y" },
      { value: "ä" },
      { value: 'a"' },
      { path: "/;x" },
      { domain: "a\nb" },
      { sameSite: "Maybe" },
    ]) {
      expect(typeof cookieLine({ ...cookie, ...wrong })).toBe("object");
    }
  });
});
