// Content negotiation (RFC 9110 12.5.3): codings by weight.
import { listMembers, trimBlanks } from "./headers.ts";

/**
 * Returns the coding of `offered`, best first, that `Accept-Encoding` prefers, or null if it prefers none.
 */
export function chooseCoding<C extends string>(field: string, offered: readonly C[]): C | null {
  if (field === "") return null;
  const weights = new Map<string, number>();
  for (const member of listMembers(field)) {
    // A client may list thousands: only the names that matter are taken apart.
    const end = member.indexOf(";");
    const coding = trimBlanks(end < 0 ? member : member.slice(0, end));
    if (coding !== "*" && !/^(?:x-)?[a-z]{2,8}$/.test(coding)) continue;
    if (end < 0) {
      weights.set(coding.replace(/^x-(?=gzip$)/, ""), 1);
      continue;
    }
    const [name = "", ...parameters] = member.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (weight >= 0 && weight <= 1) weights.set(name.replace(/^x-(?=gzip$)/, ""), weight);
  }
  let best: C | null = null;
  let most = 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    if (weight > most) [best, most] = [coding, weight];
  }
  return most >= (weights.get("identity") ?? 0) ? best : null;
}
