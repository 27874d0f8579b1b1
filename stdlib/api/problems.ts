// Problems of RFC 9457 as responses, and the paths of their errors.
import { fromBytes, toBytes } from "../../interpreter/runtime/index.ts";
import { reasonPhrase, Response } from "../http/index.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** One error of a request. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly code: string;
  /** The status that it leads to. */
  readonly status: 404 | 413 | 415 | 400 | 422;
}

/** At most this many errors are listed. */
const MOST = 100;

/** The members of a problem. Strings are bytes, as in all natives. */
export interface ProblemParts {
  readonly status: number;
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  /** The path of the request; "" if there is none. */
  readonly instance: string;
  readonly errors?: readonly Pick<Problem, "path" | "message" | "code">[];
}

/** The text of a problem. It is UTF-8, even if names in the request are not. */
export function problemText({ status, title, detail, code, instance, errors = [] }: ProblemParts): string {
  const value: Record<string, unknown> = {
    type: "about:blank",
    title: title === undefined || title === "" ? reasonPhrase(status) : title,
    status,
  };
  if (detail !== undefined && detail !== "") value["detail"] = detail;
  if (instance !== "") value["instance"] = instance;
  if (code !== undefined && code !== "") value["code"] = code;
  if (errors.length > 0) value["errors"] = errors.map(withPointer);
  return toBytes(fromBytes(JSON.stringify(value)));
}

export function problemResponse(parts: ProblemParts): Response {
  return Response.of(parts.status, PROBLEM_TYPE, problemText(parts));
}

/** The order in which statuses apply if a request has several problems. */
const ORDER = [413, 415, 400, 422] as const;

/** The status for problems, and those of them that are listed. */
export function judged(problems: readonly Problem[]): {
  readonly status: number;
  readonly listed: readonly Pick<Problem, "path" | "message" | "code">[];
} {
  const ofPath = problems.filter(({ status }) => status === 404);
  if (ofPath.length > 0) return { status: 404, listed: cut(ofPath) };
  const status = ORDER.find((each) => problems.some((problem) => problem.status === each)) ?? 422;
  return { status, listed: cut(problems) };
}

function cut(problems: readonly Problem[]): readonly Pick<Problem, "path" | "message" | "code">[] {
  const own = problems.filter(({ code }) => code !== "more");
  const isCut = own.length > MOST || own.length < problems.length;
  if (!isCut) return problems;
  const rest =
    own.length > MOST ? `${own.length - MOST} more errors are not listed` : "more errors are not listed";
  return [...own.slice(0, MOST), { path: "", message: rest, code: "more" }];
}

function withPointer({ path, message, code }: Pick<Problem, "path" | "message" | "code">): object {
  const pointer = pointerOf(path);
  return { path, message, code, ...(pointer !== null && { pointer }) };
}

/** The pointer of RFC 6901 for a path into the body; null for other paths. */
function pointerOf(path: string): string | null {
  if (!/^body(?:$|[.[])/.test(path)) return null;
  let pointer = "";
  const parts = /\.([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
  parts.lastIndex = 4;
  for (let part = parts.exec(path); part !== null; part = parts.exec(path)) {
    const [, name, index, quoted] = part;
    const own = name ?? index ?? (JSON.parse(quoted!) as string);
    pointer += `/${own.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return pointer;
}

/** The path of an input; a name with other characters is written in brackets. */
export function pathOf(source: string, key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? `${source}.${key}` : `${source}[${JSON.stringify(key)}]`;
}
