// Forms of type multipart/form-data (reference/http-server#forms).
import { describe, expect, it } from "vitest";
import { cuts } from "../testing/served.ts";
import { MultipartParser, parametersOf } from "./multipart.ts";

function parse(pieces: readonly string[], boundary = "b"): string {
  let text = "";
  const parser = new MultipartParser(boundary, {
    begin: ({ name, filename, contentType }) => (text += `{${name}|${filename}|${contentType}:`),
    data: (piece) => (text += piece),
    end: () => (text += "}"),
  });
  for (const piece of pieces) parser.feed(piece);
  return text + (parser.problem === null ? (parser.done ? "" : "...") : `!${parser.problem}`);
}

const part = (disposition: string, body: string, more = ""): string =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${body}\r\n`;

describe("multipart forms", () => {
  it("are the same however their bytes are split", () => {
    const form = `preamble\r\n--bx\r\n${part('name="a"', "1")}${part('name=t; filename="C:\\dir\\x.txt"', "\r\n--\r\n--bc\r\r\n", "content-type: text/x \r\n")}${part('name="e"', "")}--b  \r\ncontent-DISPOSITION: Form-Data; name="no%22%0D%0Adata%41"\r\n\r\n--b--\r\nepilogue --b\r\n`;
    const whole = parse([form]);
    expect(whole).toBe("!malformed boundary");
    const good = form.replace("preamble\r\n--bx\r\n", "preamble\r\n").replace("--bc\r", "--c\r");
    const expected =
      '{a|null|application/octet-stream:1}{t|x.txt|text/x:\r\n--\r\n--c\r\r\n}{e|null|application/octet-stream:}{no"\r\ndata%41|null|application/octet-stream:}';
    for (const pieces of cuts(good)) expect(parse(pieces)).toBe(expected);
  });
  it("have parts with names, files with base names, and empty parts", () => {
    const shown = (disposition: string, body = "x"): string => parse([`${part(disposition, body)}--b--`]);
    expect(shown('name="a"')).toBe("{a|null|application/octet-stream:x}");
    expect(shown('name="a"; filename="../../etc/passwd"')).toBe("{a|passwd|application/octet-stream:x}");
    expect(shown('name="a"; filename=".."')).toBe("{a||application/octet-stream:x}");
    expect(shown('name="q\\"uote"; filename="a\\\\b"')).toBe('{q"uote|b|application/octet-stream:x}');
    expect(shown('filename="f"; name=a')).toBe("{a|f|application/octet-stream:x}");
    expect(shown('name="a"', "")).toBe("{a|null|application/octet-stream:}");
    expect(parse(['--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n--b--'])).toBe(
      "{a|null|application/octet-stream:}",
    );
    expect(parse(["--b--"])).toBe("");
  });
  it("have headers that may be folded", () => {
    const folded = `--b\r\nContent-Disposition: form-data;\r\n name="a";\r\n\tfilename="b c"\r\nContent-Type:\r\n text/x\r\n\r\n1\r\n--b--`;
    for (const pieces of cuts(folded)) expect(parse(pieces)).toBe("{a|b c|text/x:1}");
    expect(parse(['--b\r\n name="a"\r\n\r\n1\r\n--b--'])).toBe("!a part without a name");
  });
  it("take the name of a file as clients write it", () => {
    const name = (disposition: string): string =>
      /\|(.*)\|/.exec(parse([part(`name=a; ${disposition}`, "x")]))![1]!;
    expect(name("filename*=UTF-8''na%C3%AFve%22.txt")).toBe('na\xc3\xafve".txt');
    expect(name("filename=\"na?ve.txt\"; filename*=utf-8'en'na%C3%AFve.txt")).toBe("na\xc3\xafve.txt");
    expect(name("filename*=UTF-8''..%2F..%2fetc%2Fpasswd%00")).toBe("passwd");
    expect(name("filename=plain.txt; filename*=UTF-8''broken%C")).toBe("plain.txt");
    expect(name("filename*=latin1''x.txt")).toBe("latin1''x.txt");
    expect(name('filename="na\xc3\xafve.txt"')).toBe("na\xc3\xafve.txt");
  });
  it("begin with their boundary, before which a preamble may stand", () => {
    const form = `${part('name="a"', "1")}--b--\r\n`;
    for (const pieces of cuts(`This is a form.\r\n\r\n${form}`))
      expect(parse(pieces)).toBe("{a|null|application/octet-stream:1}");
    for (const pieces of cuts(form.replace("--b\r", "--c\r")))
      expect(parse(pieces)).toBe("!the first boundary is missing");
    for (const empty of ["--b--", "\r\n--b--\r\n", "\r\n\r\n--b--"])
      for (const pieces of cuts(empty)) expect(parse(pieces)).toBe("");
    expect(parse([form], "c")).toBe("...");
    expect(parse(["text\r\n--b--"])).toBe("!the first boundary is missing");
  });
  it("are refused when they are broken, and bounded", () => {
    expect(parse([part('name="a"', "1")])).toMatch(/\.\.\.$/);
    expect(parse([""])).toBe("...");
    expect(parse(["--b\r\n\r\nx\r\n--b--"])).toBe("!a part without a name");
    expect(parse([`${part("filename=x", "1")}--b--`])).toBe("!a part without a name");
    expect(parse(["--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--"])).toBe(
      "!a part without a name",
    );
    for (const unclear of [
      'name="a',
      'name="a"; name="b"',
      'foo bar="; name=evil"; name=good',
      'name="a" filename="b"',
      "name=a; filename=b c",
    ])
      expect(parse([part(unclear, "x")])).toBe("!a malformed Content-Disposition");
    expect(parse([part("name=a", "x", "Content-Disposition: form-data; name=b\r\n")])).toBe(
      "!a part with two dispositions",
    );
    expect(parse([`--b\r\nX: ${"x".repeat(20_000)}`])).toBe("!the headers of a part are too long");
    expect(parse([`--b\r\n${"X: y\r\n".repeat(5_000)}`])).toBe("!the headers of a part are too long");
    expect(parse([`${part('name="a"', "").repeat(1_001)}--b--`])).toMatch(/!more than 1000 parts$/);
  });
  it("take time linear in their length, also with a million parts", () => {
    // Quadratic work would take hours and exceed the time limit of the test.
    parse([part('name="a"', "").repeat(1_000_000)]);
    parse(Array.from(part('name="a"', "x".repeat(500_000))));
    parse([`--b\r\n${" ".repeat(3_000_000)}`]);
    parse([`${part('name="a"', "\r\n--".repeat(1_000_000))}--b--`]);
    parse([`${part('name="a"', "x".repeat(10_000)).repeat(1_000)}--b--`]);
  });
  it("take time linear in their length, also with blanks, quotes and signs in their fields", () => {
    for (const filling of [" ", "\t", ";", "; ", "=", '"', "\\", '\\"', "a", "a=", 'a=" ', "a*=%", "\r\n "]) {
      const field = `form-data;${filling.repeat(60_000 / filling.length)}x`;
      parametersOf(field);
      parametersOf(`${field}"`);
      const disposition = `form-data; name=a;${filling.repeat(16_000 / filling.length)}x`;
      parse([`--b\r\nContent-Disposition: ${disposition}\r\n\r\n\r\n`.repeat(100)]);
    }
  });
  it("name their boundary in a parameter", () => {
    const boundary = (field: string): string | null | undefined =>
      parametersOf(field) === null ? null : parametersOf(field)!.get("boundary");
    expect(boundary("multipart/form-data; boundary=abc")).toBe("abc");
    expect(boundary('multipart/form-data; charset=x;Boundary="a b\\"c"')).toBe('a b"c');
    expect(boundary("multipart/form-data;; boundary=abc ;")).toBe("abc");
    expect(boundary("multipart/form-data")).toBeUndefined();
    for (const unclear of ["boundary=a; boundary=b", 'x="; boundary=a', "a b; boundary=c", "boundary = a"])
      expect(boundary(`multipart/form-data; ${unclear}`)).toBeNull();
  });
});
