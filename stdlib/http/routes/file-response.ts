// Files as responses: `Response.file` and `static` (reference/http-server#responses). Small files are read at once,
// large ones in pieces by the pool, so that they hold nobody up.
import { closeSync, constants, fstatSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import type { MaybePromise, Runtime } from "../../../interpreter/runtime/index.ts";
import { LIMITS } from "../limits.ts";
import { decodeStrictly } from "../message/index.ts";
import { HTML, JSON_TYPE, Response, TEXT } from "./response.ts";

const READ_AT_ONCE = 65_536;
const PIECE = 1_048_576;
const readPiece = promisify(read);

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

/** The file's bytes with a type by its suffix; 404 unless it is a readable regular file. */
export function fileResponse(runtime: Runtime, path: string): MaybePromise<Response> {
  if (path.includes("\0") || runtime.host.capabilities.read(path) !== null) return notFound();
  let descriptor: number;
  try {
    // Without blocking: opening a pipe that has no writer would hang.
    descriptor = openSync(Buffer.from(path, "latin1"), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return notFound();
  }
  let pending = false;
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile() || status.size > LIMITS.stringBytes) return notFound();
    // Files of the system itself have no size before they are read.
    if (status.size > 0 && status.size <= READ_AT_ONCE) return Response.of(200, contentType(path), readSmall(descriptor, status.size));
    pending = true;
    const body = readLarge(descriptor).finally(() => closeSync(descriptor));
    return runtime.scheduler.external(
      body.then((pieces) => Response.inPieces(200, contentType(path), pieces), () => notFound()),
    );
  } catch {
    return notFound();
  } finally {
    if (!pending) closeSync(descriptor);
  }
}

function readSmall(descriptor: number, size: number): string {
  const buffer = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, buffer, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return buffer.toString("latin1", 0, filled);
}

async function readLarge(descriptor: number): Promise<string[]> {
  const pieces: string[] = [];
  let length = 0;
  const buffer = Buffer.allocUnsafe(PIECE);
  for (;;) {
    const { bytesRead } = await readPiece(descriptor, buffer, 0, PIECE, null);
    if (bytesRead === 0) return pieces;
    length += bytesRead;
    if (length > LIMITS.stringBytes) throw new RangeError("file too large");
    pieces.push(buffer.toString("latin1", 0, bytesRead));
  }
}

/** The file of `static` that a raw path segment names; nothing outside `directory`. */
export function staticFile(runtime: Runtime, directory: string, segment: string): MaybePromise<Response> {
  const name = decodeStrictly(segment);
  const allowed = name !== null && name !== "" && name !== "." && !/[/\\:\0]/.test(name) && !name.includes("..");
  return allowed ? fileResponse(runtime, `${directory}/${name}`) : Response.of(404, "", "Not Found");
}
