// Files as responses: `Response.file` and `static` (reference/http-server#responses). Small files are read
// immediately, large ones while they are sent.
import type { OpenContent } from "../../../interpreter/host/index.ts";
import type { Runtime } from "../../../interpreter/runtime/index.ts";
import { Panic } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import { decodeStrictly } from "../message/index.ts";
import { hasNeedlessEscape } from "./clean-path.ts";
import { HTML, JSON_TYPE, Response, TEXT } from "./response.ts";

export const READ_AT_ONCE = 65_536;
/** The most bytes read of a file of size 0: files such as those in /proc have no size until they are read. */
const MOST_WITHOUT_SIZE = 16_777_216;

const TYPES: readonly (readonly [suffix: string, type: string])[] = [
  [".html", HTML],
  [".css", "text/css; charset=utf-8"],
  [".js", "application/javascript"],
  [".json", JSON_TYPE],
  [".svg", "image/svg+xml"],
  [".txt", TEXT],
];

function contentType(path: string): string {
  return TYPES.find(([suffix]) => path.endsWith(suffix))?.[1] ?? "application/octet-stream";
}

function notFound(): Response {
  return Response.of(404, TEXT, "Not Found");
}

/** Returns the file's bytes with a type by its suffix, or 404 unless it is a readable regular file. */
export function fileResponse(runtime: Runtime, path: string): Response {
  if (path.includes("\0") || runtime.host.capabilities.read(path) !== null) return notFound();
  let file: OpenContent;
  try {
    file = runtime.host.system.content.open(path);
  } catch {
    return notFound();
  }
  try {
    const { kind, size, tag } = file.state;
    if (kind !== "file") return notFound();
    if (size === 0) return Response.of(200, contentType(path), readToEnd(file));
    if (size <= READ_AT_ONCE) return Response.of(200, contentType(path), readPart(file, 0, size));
    const text = (): string => fileText(runtime, path, 0, size);
    return Response.from(200, contentType(path), {
      kind: "file",
      file: { path, start: 0, length: size, tag, text },
    });
  } catch {
    return notFound();
  } finally {
    file.close();
  }
}

/** Reads a part of a file as a string, for code that reads the body. */
export function fileText(runtime: Runtime, path: string, start: number, length: number): string {
  if (length > LIMITS.stringBytes) throw new Panic("string too large");
  runtime.reserve(length);
  try {
    const file = runtime.host.system.content.open(path);
    try {
      return readPart(file, start, length);
    } finally {
      file.close();
    }
  } catch {
    return "";
  }
}

/** Reads `length` bytes of a file as a string, or fewer at its end. */
export function readPart(file: OpenContent, start: number, length: number): string {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = file.readSync(buffer.subarray(filled), length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.toString("latin1", 0, filled);
}

function readToEnd(file: OpenContent): string {
  const pieces: string[] = [];
  for (let position = 0; position < MOST_WITHOUT_SIZE; ) {
    const piece = readPart(file, position, READ_AT_ONCE);
    pieces.push(piece);
    position += piece.length;
    if (piece.length < READ_AT_ONCE) break;
  }
  return pieces.join("");
}

/**
 * Returns the file of `static` that a raw segment of a path names, or 404 for a name that could leave
 * `directory`. One file has one path: characters that need no escape have none.
 */
export function staticFile(runtime: Runtime, directory: string, segment: string, path: string): Response {
  if (path.length > LIMITS.filePathBytes || hasNeedlessEscape(path)) return Response.of(404, "", "Not Found");
  const name = decodeStrictly(segment);
  const allowed =
    name !== null && name !== "" && name !== "." && !/[/\\:\0]/.test(name) && !name.includes("..");
  return allowed ? fileResponse(runtime, `${directory}/${name}`) : Response.of(404, "", "Not Found");
}
