// Responses with a content coding chosen by the client (RFC 9110 8.4, 12.5.3). Strings are coded as a whole,
// streams while they are written. Bodies that are coded already, small or partial are left alone.
import type { OpenContent } from "../../interpreter/host/index.ts";
import type { ErrorValue, MaybePromise, Result, Runtime, Unit } from "../../interpreter/runtime/index.ts";
import { Err, fail, UNIT } from "../../interpreter/runtime/index.ts";
import type { BodyWriter, FileBody, Request, Response } from "../http/index.ts";
import { chooseCoding } from "../http/index.ts";

/** Below this size, coding costs more than it gains. */
const SMALL = 1_024;
const PIECE = 65_536;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|javascript|xml|yaml|toml|wasm|manifest\+json|vnd\.ms-fontobject|x-ndjson)\b|image\/(?:svg\+xml|bmp|vnd\.microsoft\.icon)\b|font\/(?:ttf|otf)\b|[^;]*\+(?:json|xml)\b)/i;

export function compressed(runtime: Runtime, request: Request, response: Response): MaybePromise<Response> {
  const status = Number(response._status);
  const bodyless = status < 200 || status === 204 || status === 205 || status === 206 || status === 304;
  const fixed =
    response.headerValue("content-encoding") !== "" ||
    /\bno-transform\b/i.test(response.headerValue("cache-control"));
  if (bodyless || fixed || !COMPRESSIBLE.test(response.headerValue("content-type"))) return response;
  if (response.source === null && response._body.length < SMALL) return response;
  const copy = response.copy();
  const vary = copy.headerValue("vary");
  if (!/(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(vary))
    copy.header("Vary", vary === "" ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
  const { compression } = runtime.host.system;
  const coding = chooseCoding(request.header("accept-encoding"), compression.codings);
  if (coding === null) return copy;
  copy.header("Content-Encoding", coding);
  const etag = copy.headerValue("etag");
  if (etag.startsWith('"')) copy.header("ETag", `W/${etag}`);
  if (copy.headerValue("accept-ranges") !== "") copy.header("Accept-Ranges", "none");
  const { source } = copy;
  if (source !== null) {
    copy.coding = coding;
    if (source.kind === "file")
      copy.source = { kind: "stream", write: (out) => writeFile(runtime, source.file, out), length: null };
    return copy;
  }
  return runtime.scheduler.external(
    compression.encode(coding, copy._body).then((bytes) => {
      copy._body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
      return copy;
    }),
  );
}

async function writeFile(
  runtime: Runtime,
  body: FileBody,
  { sink }: BodyWriter,
): Promise<Result<Unit, ErrorValue>> {
  let file: OpenContent | null = null;
  try {
    file = runtime.host.system.content.open(body.path);
    if (file.state.tag !== body.tag) return fail("io", "the file has changed");
    const piece = Buffer.allocUnsafe(PIECE);
    for (let done = 0; done < body.length; ) {
      const count = await file.read(piece, Math.min(PIECE, body.length - done), body.start + done);
      if (count === 0) return fail("io", "the file has become shorter");
      const written = await sink.write(piece.toString("latin1", 0, count));
      if (written instanceof Err) return written;
      done += count;
    }
    return UNIT;
  } catch {
    return fail("io", "the file cannot be read");
  } finally {
    file?.close();
  }
}
