// Paths that lead out of a folder, around a guard, or nowhere, after much work.
import { type HostileExchange, get, rows } from "./exchange.ts";

/** Rows named by the paths. */
function paths(
  answer: string,
  list: readonly string[],
  more: Partial<HostileExchange> = {},
): HostileExchange[] {
  return rows(answer, more, Object.fromEntries(list.map((path) => [`GET ${path}`, get(path)])));
}

export const PATHS: readonly HostileExchange[] = [
  ...paths("404", [
    "/files/../secret.txt",
    "/files/..%2fsecret.txt",
    "/files/%2e%2e/secret.txt",
    "/files/..%5csecret.txt",
    "/files/..\\secret.txt",
    "/files/%252e%252e/secret.txt",
    "/files/..;/secret.txt",
    "/files/.%00./secret.txt",
    "/files/a.txt%00.html",
    "/files/%c0%ae%c0%ae/secret.txt",
    "/files/%ff",
    "/files/%zz",
    "/files/%",
    "/files/.hidden",
    "/files/link.txt",
    "/files/up/secret.txt",
    "/files/pipe",
    "/files/loop",
    "/files/a.txt/",
    "/files/a.txt/b",
    "/files/CON",
    "/one/..",
    "/one/%2e%2e",
    "/one/..%2fsecret.txt",
    "/one/%61.txt",
    "/one/a%2etxt",
    "/one/C:a.txt",
    "/one/pipe",
    "/one/sub",
  ]),
  ...paths("308", [
    "/files//a.txt",
    "//files/a.txt",
    "/files/%61.txt",
    "/files/%2ehidden",
    "/files/%2e%2e%2fsecret.txt",
    "/files/sub//",
    "/files/sub//index.html",
  ]),
  ...paths("301", ["/files/sub", "/files/sub?x=//evil.example"]),
  ...paths("401", [
    "/admin",
    "/admin/x",
    "//admin/x",
    "/%61dmin/x",
    "/./admin/x",
    "/x/../admin/x",
    "/x/%2e%2e/%61dmin/x",
    "/admin%2fx/../../admin",
    "/admin/../admin/x",
    "/%61%64%6d%69%6e",
  ]),
  ...rows(
    "404",
    {},
    {
      "a path of 30,000 folders": get(`/files/${"a/".repeat(30_000)}`),
      "a path of 30,000 folders for static": get(`/one/${"a/".repeat(30_000)}`),
      "a path of 60,000 slashes": get(`/files/${"/".repeat(60_000)}x`),
      "a path of 20,000 parents": get(`/files/${"../".repeat(20_000)}secret.txt`),
      "a path of 2,000 folders": get(`/files/${"a/".repeat(2_000)}x`),
      "a path of 1,300 escapes": get(`/files/${"%20".repeat(1_300)}`),
      "a path of 60,000 bytes without a route": get(`/none/${"%61".repeat(20_000)}`),
    },
  ),
  ...rows(
    "401",
    {},
    {
      "a guarded path behind 20,000 parents": get(`/${"a/../".repeat(10_000)}admin`),
      "a guarded path behind 50,000 slashes": get(`/${"/".repeat(50_000)}admin`),
    },
  ),
  ...rows(
    "200",
    {},
    {
      "30,000 segments of a capture": get(`/rest/${"a/".repeat(30_000)}`),
      "60,000 bytes of query": get(`/query?${"a=b&".repeat(15_000)}`),
      "60,000 bytes of escapes in a query": get(`/query?${"%61=%62&".repeat(7_000)}`),
      "half escapes in a query": get(`/query?${"%".repeat(60_000)}`),
      "names that only objects have in a query": get("/query?__proto__=a&constructor=b"),
    },
  ),
];
