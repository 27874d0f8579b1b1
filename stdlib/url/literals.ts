// The checkers of literal URLs and references.
import { fromBytes, type FoundProblem, type LiteralCheckers } from "../../interpreter/runtime/index.ts";

const MOST_PORT = 65_535;

function url(text: string): readonly FoundProblem[] {
  if (URL.canParse(fromBytes(text))) return [];
  const known = /^\s*[A-Za-z][A-Za-z0-9+.-]*:/.exec(text);
  if (known !== null) return [authorityProblem(text, known[0])];
  const message = "this URL has no scheme";
  const all = { start: 0, end: text.length, message };
  const rest = text.trimStart();
  if (rest === "" || /^(?:[?#]|[/\\](?![/\\]))/.test(rest))
    return [{ ...all, hint: "begin it with a scheme and a host, such as `https://example.com`" }];
  const scheme = rest.startsWith("//") ? "https:" : "https://";
  const fix = `${scheme}${rest}`;
  return [
    {
      ...all,
      hint: `begin it with a scheme, such as \`${scheme}\``,
      ...(URL.canParse(fromBytes(fix)) && { fix }),
    },
  ];
}

/** What is wrong with the host or port of a URL. */
function authorityProblem(text: string, head: string): FoundProblem {
  const slashes = /^[/\\]*/.exec(text.slice(head.length))![0];
  const start = head.length + slashes.length;
  const authority = /^[^/\\?#]*/.exec(text.slice(start))![0];
  const afterUser = start + authority.lastIndexOf("@") + 1;
  const [, host = "", port = null] = /^(\[[^\]]*\]|\[.*|[^:]*)(?::([^]*))?$/.exec(
    text.slice(afterUser, start + authority.length),
  ) ?? [null, text.slice(afterUser, start + authority.length)];
  const end = afterUser + host.length;
  const at = (from: number, to: number, message: string, hint: string, fix?: string): FoundProblem => ({
    start: from,
    end: to,
    message,
    hint,
    ...(fix !== undefined && { fix }),
  });
  if (host === "") return at(0, text.length, "this URL has no host", `write a host behind \`${head}//\``);
  if (host.startsWith("[") && !host.endsWith("]"))
    return at(afterUser, end, "this address has no `]`", "write `]` behind the address");
  if (port !== null && !(/^\d*$/.test(port) && Number(port) <= MOST_PORT))
    return at(end + 1, end + 1 + port.length, "this is not a port", `a port is a number up to ${MOST_PORT}`);
  if (port !== null && /^\s*file:/i.test(head))
    return at(end, end + 1 + port.length, "the URL of a file has no port", `remove \`:${port}\``, "");
  if (host.startsWith("["))
    return at(afterUser, end, "this is not an IPv6 address", "write eight groups such as `[2001:db8::1]`");
  if (/^[\d.]+$/.test(host) || /\.(?:\d+|0x[\da-f]*)\.?$/i.test(host))
    return at(
      afterUser,
      end,
      "this is not an IPv4 address",
      "write four numbers up to 255, such as `127.0.0.1`",
    );
  return at(
    afterUser,
    end,
    "this is not a valid host",
    "a host has letters, digits, `-` and `.`; other characters belong into the path, the query or are escaped",
  );
}

/** A reference that no base makes valid. */
function reference(text: string): readonly FoundProblem[] {
  const known = fromBytes(text);
  if (URL.canParse(known, "http://a/b") || URL.canParse(known, "a://b/c")) return [];
  const scheme = /^\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?/.exec(text)![0];
  const problem = authorityProblem(text, scheme);
  const message = problem.message.replace("this URL", "this reference");
  return [{ ...problem, message }];
}

export const checkers: LiteralCheckers = { whole: { url, reference } };
