// Forms, JSON, ranges and conditions that are malformed or expensive.
import { type HostileExchange, get, post, rows } from "./exchange.ts";

const MULTIPART = "Content-Type: multipart/form-data; boundary=b\r\n";
const form = (body: string, type = MULTIPART): string => post("/form", type, body);
const encoded = (body: string): string => form(body, "Content-Type: application/x-www-form-urlencoded\r\n");
const part = (head: string, body = "x"): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;
const named = 'Content-Disposition: form-data; name="a"';

export const BODIES: readonly HostileExchange[] = [
  ...rows(
    "400",
    {},
    {
      "a form whose boundary never appears": form(part(named).replaceAll("--b", "--c")),
      "a form that begins with another boundary": form(`${part(named).replace("--b", "--c")}--b--\r\n`),
      "a form without its last boundary": form(part(named)),
      "a form without boundary": form(part(named), "Content-Type: multipart/form-data\r\n"),
      "a form with a boundary of 200 bytes": form(
        "",
        `Content-Type: multipart/form-data; boundary=${"b".repeat(200)}\r\n`,
      ),
      "a form with two boundaries": form(
        "--b--",
        "Content-Type: multipart/form-data; boundary=b; boundary=c\r\n",
      ),
      "a form with 1,001 parts": form(`${part(named).repeat(1_001)}--b--`),
      "a part without a name": form(`${part("Content-Disposition: form-data")}--b--`),
      "a part with two names": form(`${part(`${named}; name="b"`)}--b--`),
      "a part with two dispositions": form(`${part(`${named}\r\n${named}`)}--b--`),
      "a part with half a name": form(`${part('Content-Disposition: form-data; name="a')}--b--`),
      "a part with 50,000 bytes of head": form(`${part(`${named}\r\nA: ${"b".repeat(50_000)}`)}--b--`),
      "a part with 16,000 blanks in its head": form(
        `${part(`Content-Disposition: form-data;${" ".repeat(16_000)}x`)}--b--`,
      ),
      "a type with 60,000 blanks": form("", `Content-Type: multipart/form-data;${" ".repeat(60_000)}x\r\n`),
      "a type with 15,000 parameters": form(
        "",
        `Content-Type: multipart/form-data;${"a=b;".repeat(15_000)}\r\n`,
      ),
      "10,001 fields": encoded("a=b&".repeat(10_001)),
      "a form of another type": form("a=b", "Content-Type: text/plain\r\n"),
      "JSON that never ends": post("/json", "", "["),
      "JSON that is no JSON": post("/json", "", "{'a': 1}"),
      "JSON in UTF-16": post("/json", "", "\xff\xfe{\0}\0"),
      "100,000 nested lists": post("/json", "", "[".repeat(100_000)),
      "a million nested objects": post("/json", "", '{"a":'.repeat(1_000_000)),
    },
  ),
  ...rows(
    "400",
    { cpuMs: 1_500, megabytes: 160 },
    {
      "ten million bytes of beginnings of a boundary": form("\r\n-".repeat(3_300_000)),
      "ten million separators": encoded("&".repeat(10_000_000) + "a=b&".repeat(10_001)),
      "ten million bytes of one value": post("/json", "", `"${"a".repeat(10_000_000)}`),
    },
  ),
  ...rows(
    "200",
    { cpuMs: 1_500, megabytes: 160 },
    {
      "ten million bytes of a file": form(
        `${part(`${named}; filename="f"`, "\r\n--a".repeat(1_900_000))}--b--`,
      ),
      "ten million bytes of escapes": encoded(`a=${"%61".repeat(3_000_000)}`),
      "JSON of a million numbers": post("/json", "", `[${"1,".repeat(1_000_000)}1]`),
    },
  ),
  ...rows(
    "200",
    {},
    {
      "a number of 100,000 digits": post("/json", "", "9".repeat(100_000)),
      "10,000 members of the same name": post("/json", "", `{${'"a":1,'.repeat(10_000)}"a":1}`),
      "names that only objects have in JSON": post("/json", "", '{"__proto__":{"x":1},"constructor":2}'),
      "a file with a name that leads elsewhere": form(
        `${part(`${named}; filename="../../etc/passwd"`)}--b--`,
      ),
    },
  ),
  ...rows(
    "413",
    {},
    {
      "a length above the limit": post("/echo", "Content-Length: 10485761\r\n", ""),
      "a length of 60 digits": post("/echo", `Content-Length: ${"9".repeat(60)}\r\n`, ""),
      "a length of 50,000 digits": post("/echo", `Content-Length: ${"9".repeat(50_000)}\r\n`, ""),
      "a chunk above the limit": post("/echo", "Transfer-Encoding: chunked\r\n", "fffffff\r\n"),
    },
  ),
  {
    name: "a length with 50,000 zeros",
    send: post("/echo", `Content-Length: ${"0".repeat(50_000)}4\r\n`, "abcd"),
    answer: "200",
  },
  ...["bytes=0-0,2-3,5-6", "bytes=a-b", "bytes=-", "lines=0-1", "bytes=5-2", "bytes 0-1"].map(
    (range): HostileExchange => ({
      name: `a range ${range}`,
      send: get("/files/a.txt", `Range: ${range}\r\n`),
      answer: "200",
    }),
  ),
  ...["bytes=99999999999999999999-", "bytes=-0", "bytes=10-20"].map(
    (range): HostileExchange => ({
      name: `a range ${range}`,
      send: get("/files/a.txt", `Range: ${range}\r\n`),
      answer: "416",
    }),
  ),
  ...rows(
    "200",
    {},
    {
      "10,000 ranges": get("/files/a.txt", `Range: bytes=${"0-1,".repeat(10_000)}0-1\r\n`),
      "a range of 60,000 digits": get("/files/a.txt", `Range: bytes=${"9".repeat(60_000)}x\r\n`),
      "20,000 tags in a condition": get("/files/a.txt", `If-None-Match: ${'"a",'.repeat(14_000)}"b"\r\n`),
      "half tags in a condition": get("/files/a.txt", `If-None-Match: ${'"'.repeat(60_001)}\r\n`),
      "a date of 60,000 bytes": get("/files/a.txt", `If-Modified-Since: ${"Sun, ".repeat(12_000)}\r\n`),
      "a condition of blanks": get("/files/a.txt", `If-None-Match:${" ,".repeat(30_000)}\r\n`),
    },
  ),
];
