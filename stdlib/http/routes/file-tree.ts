// `app.files`: a directory and everything below it, and `Response.file_of`: one file
// (reference/http-server#files). Takes a request; returns the file, a part of it, or the status that explains
// why the client needs none. Of a directory, serves nothing outside it and no names that begin with a dot.
import type { FileState, OpenContent } from "../../../interpreter/host/index.ts";
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import { GET, chooseCoding, dateText, decodeStrictly, judge, partOf, rangeCounts } from "../message/index.ts";
import type { Part } from "../message/index.ts";
import { LIMITS } from "../limits.ts";
import { cleanPath, hasDotSegment, locationOf } from "./clean-path.ts";
import { typeOf } from "./content-types.ts";
import { READ_AT_ONCE, fileText, readPart } from "./file-response.ts";
import type { Request } from "./request.ts";
import { Response, TEXT } from "./response.ts";
import { segmentsOf } from "./segments.ts";

/** Codings of compressed files beside the file itself, best first. */
const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;
const INDEX = "index.html";

interface Found {
  readonly path: string;
  readonly state: FileState;
}

/**
 * Returns the response to a request for `below`, a path of raw segments, or null if there is no such file.
 */
export function fileOfTree(
  runtime: Runtime,
  folder: string,
  below: string,
  request: Request,
): Response | null {
  const whole = request._path;
  if (whole.length > LIMITS.filePathBytes || hasDotSegment(whole)) return notFound();
  const clean = cleanPath(whole);
  if (clean !== whole) return redirect(request, 308, clean);
  const names = segmentsOf(below).map(decodeStrictly);
  if (!names.every(isVisible)) return notFound();
  const tree = new Tree(runtime, folder);
  const path = names.length === 0 ? folder : `${folder}/${names.join("/")}`;
  const found = tree.find(path);
  if (found === "refused") return notFound();
  const asFolder = whole.endsWith("/");
  if (found?.state.kind === "folder") {
    // Relative links in the page point into the directory.
    if (!asFolder) return redirect(request, 301, `${whole}/`);
    const index = tree.find(`${path}/${INDEX}`);
    return index === null || index === "refused" || index.state.kind !== "file"
      ? null
      : tree.answer(`${path}/${INDEX}`, index, request);
  }
  return found === null || found.state.kind !== "file" || asFolder ? null : tree.answer(path, found, request);
}

/** Names that begin with a dot are hidden; names with separators or NUL could lead elsewhere. */
function isVisible(name: string | null): name is string {
  return name !== null && !name.startsWith(".") && !/[/\\\0]/.test(name);
}

function notFound(): Response {
  return Response.of(404, TEXT, "Not Found");
}

/** Redirects to another path with the same query. */
function redirect(request: Request, status: 301 | 308, path: string): Response {
  const query = request.queryText;
  return Response.of(status, "", "").header(
    "Location",
    `${locationOf(path)}${query === "" ? "" : `?${query}`}`,
  );
}

class Tree {
  private readonly runtime: Runtime;
  private readonly root: string;

  constructor(runtime: Runtime, folder: string) {
    this.runtime = runtime;
    this.root = runtime.host.system.links.realPath(folder);
  }

  /** Finds what a path leads to inside the directory, by its real path. */
  find(path: string): Found | "refused" | null {
    const { capabilities, system } = this.runtime.host;
    const real = system.links.realPath(path);
    const inside = this.root === "/" ? real.slice(1) : real.slice(this.root.length + 1);
    const within =
      real === this.root || real === (this.root === "/" ? `/${inside}` : `${this.root}/${inside}`);
    if (
      !within ||
      segmentsOf(inside).some((name) => name.startsWith(".")) ||
      capabilities.read(real) !== null
    )
      return "refused";
    try {
      return { path: real, state: system.content.stateOf(real) };
    } catch {
      return null;
    }
  }

  /** @param path as requested: its suffix determines the content type */
  answer(path: string, plain: Found, request: Request): Response {
    const siblings = CODINGS.flatMap(([coding, suffix]) => {
      const found = this.find(`${path}${suffix}`);
      return found === null || found === "refused" || found.state.kind !== "file" ? [] : [{ coding, found }];
    });
    return answerOf(this.runtime, { type: typeOf(path), plain, siblings }, request);
  }
}

/** Returns the response of `Response.file_of`: a single file, wherever it is, or 404. */
export function fileFor(runtime: Runtime, request: Request, path: string): Response {
  const { capabilities, system } = runtime.host;
  if (path.includes("\0") || capabilities.read(path) !== null) return notFound();
  let state: FileState;
  try {
    state = system.content.stateOf(path);
  } catch {
    return notFound();
  }
  if (state.kind !== "file") return notFound();
  return answerOf(runtime, { type: typeOf(path), plain: { path, state }, siblings: [] }, request);
}

interface Choices {
  readonly type: string;
  readonly plain: Found;
  /** The compressed files beside it. */
  readonly siblings: readonly { readonly coding: string; readonly found: Found }[];
}

/** Returns a file or a part of it, in the coding that the client prefers, or why the client needs none. */
function answerOf(runtime: Runtime, { type, plain, siblings }: Choices, request: Request): Response {
  const range = request._method.tag === GET ? request.header("range") : "";
  const chosen =
    range === ""
      ? chooseCoding(
          request.header("accept-encoding"),
          siblings.map(({ coding }) => coding),
        )
      : null;
  const { path, state } = siblings.find(({ coding }) => coding === chosen)?.found ?? plain;
  const now = runtime.host.now();
  const modifiedMs = Math.min(state.modifiedMs, now);
  const validators = { etag: etagOf(state, chosen), modifiedMs };
  const complete = (response: Response): Response => {
    response.header("ETag", validators.etag).header("Last-Modified", dateText(modifiedMs));
    if (siblings.length > 0) response.header("Vary", "Accept-Encoding");
    return response;
  };
  const verdict = judge((name) => request.header(name), validators, now);
  if (verdict === 304) return complete(Response.of(304, "", ""));
  if (verdict === 412) return Response.of(412, TEXT, "Precondition Failed");
  const part =
    range !== "" && rangeCounts(request.header("if-range"), validators, now)
      ? partOf(range, state.size)
      : "whole";
  if (part === null)
    return complete(
      Response.of(416, TEXT, "Range Not Satisfiable").header("Content-Range", `bytes */${state.size}`),
    );
  const response = read(runtime, { path, state }, type, part);
  if (response === null) return notFound();
  if (chosen !== null) response.header("Content-Encoding", chosen);
  else response.header("Accept-Ranges", "bytes");
  return complete(response);
}

function read(
  runtime: Runtime,
  { path, state }: Found,
  type: string,
  wanted: Part | "whole",
): Response | null {
  const { start, length } = wanted === "whole" ? { start: 0, length: state.size } : wanted;
  let response: Response;
  if (length > READ_AT_ONCE) {
    const text = (): string => fileText(runtime, path, start, length);
    response = Response.from(200, type, {
      kind: "file",
      file: { path, start, length, tag: state.tag, text },
    });
  } else {
    const text = readNow(runtime, path, state, start, length);
    if (text === null) return null;
    response = Response.of(200, type, text);
  }
  if (wanted === "whole") return response;
  response._status = 206;
  return response.header("Content-Range", `bytes ${start}-${start + length - 1}/${state.size}`);
}

/** Returns bytes of a file, or null if the file has changed. */
function readNow(
  runtime: Runtime,
  path: string,
  state: FileState,
  start: number,
  length: number,
): string | null {
  let file: OpenContent | null = null;
  try {
    file = runtime.host.system.content.open(path);
    const text = file.state.tag === state.tag ? readPart(file, start, length) : "";
    return text.length === length ? text : null;
  } catch {
    return null;
  } finally {
    file?.close();
  }
}

function etagOf(state: FileState, coding: string | null): string {
  const tag = `${state.size.toString(36)}-${Math.round(state.modifiedMs * 1000).toString(36)}`;
  return `"${tag}${coding === null ? "" : `-${coding}`}"`;
}
