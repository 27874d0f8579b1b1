// Queries in the format of browser forms: decodes names and values one by one, and changes one parameter
// without changing the text of the others. Everything is bytes.
import { formDecode } from "../encoding/index.ts";

/** Returns the parameters; empty parts are left out. */
function partsOf(query: string): string[] {
  return query.split("&").filter((part) => part !== "");
}

function encode(text: string): string {
  return text.replace(/[^A-Za-z0-9*._-]/g, (byte) =>
    byte === " " ? "+" : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

const nameOf = (part: string): string => formDecode(part.split("=", 1)[0]!);

export function queries(query: string): [name: string, value: string][] {
  return partsOf(query).map((part) => {
    const equals = part.indexOf("=");
    return equals < 0
      ? [formDecode(part), ""]
      : [formDecode(part.slice(0, equals)), formDecode(part.slice(equals + 1))];
  });
}

export function addQuery(query: string, name: string, value: string): string {
  return [...(query === "" ? [] : [query]), `${encode(name)}=${encode(value)}`].join("&");
}

export function setQuery(query: string, name: string, value: string): string {
  const parts = partsOf(query);
  const first = parts.findIndex((part) => nameOf(part) === name);
  if (first < 0) return addQuery(query, name, value);
  return parts
    .flatMap((part, i) =>
      i === first ? [`${encode(name)}=${encode(value)}`] : nameOf(part) === name ? [] : [part],
    )
    .join("&");
}

export function dropQuery(query: string, name: string): string {
  return partsOf(query)
    .filter((part) => nameOf(part) !== name)
    .join("&");
}
