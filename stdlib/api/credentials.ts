// What a request shows to be let in.
import type { Option } from "../../interpreter/runtime/index.ts";
import type { Request } from "../http/index.ts";

/** What follows the name of a scheme in `Authorization`. */
export function credentials(request: Request, scheme: string): Option<string> {
  const value = request.header("authorization");
  const space = value.indexOf(" ");
  if (space < 0 || value.slice(0, space).toLowerCase() !== scheme) return null;
  const text = value.slice(space + 1).trim();
  return text === "" ? null : text;
}

export function keyOf(request: Request, place: string, key: string): Option<string> {
  switch (place) {
    case "header": {
      const value = request.header(key);
      return value === "" ? null : value;
    }
    case "query":
      return request.queryAll(key)[0] ?? null;
    default:
      return request.cookie(key);
  }
}
