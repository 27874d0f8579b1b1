// Whole files: read, write, copy (std/fs). Paths are byte strings that pathProblem accepts.
import type { Files } from "../../interpreter/host/index.ts";
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { named } from "./failure.ts";
import { Reader, Writer } from "./open-file.ts";
import type { WriteMode } from "./open-file.ts";

const COPY_CHUNK = 1 << 18;

async function using<R extends { close(): Promise<void> }, T>(
  resource: R,
  body: (resource: R) => Promise<T>,
): Promise<T> {
  try {
    return await body(resource);
  } finally {
    await resource.close();
  }
}

/** @throws FileFailure */
export function readFile(files: Files, path: string, reserve: Runtime["reserve"]): Promise<string> {
  return named("read", path, async () =>
    using(await Reader.open(files, path), (reader) => reader.readAll(reserve)),
  );
}

/** @throws FileFailure */
export function writeFile(files: Files, path: string, contents: string, mode: WriteMode): Promise<void> {
  return named(mode === "append" ? "append" : "write", path, async () =>
    using(await Writer.open(files, path, mode), (writer) => writer.writeText(contents)),
  );
}

/** Copies a file; copying a file onto itself leaves it unchanged. @throws FileFailure */
export function copyFile(files: Files, source: string, target: string): Promise<void> {
  return named("read", source, async () =>
    using(await Reader.open(files, source), async (reader) => {
      const buffer = Buffer.allocUnsafeSlow(Math.min(COPY_CHUNK, reader.size || COPY_CHUNK));
      let count = await reader.read(buffer, 0);
      if ((await identityOf(files, target)) === reader.identity) return;
      const writer = await named("write", target, () => Writer.open(files, target, "truncate"));
      await using(writer, async () => {
        for (; count > 0; count = await reader.read(buffer, 0)) {
          const bytes = buffer.subarray(0, count);
          await named("write", target, () => writer.write(bytes));
        }
      });
    }),
  );
}

async function identityOf(files: Files, path: string): Promise<string | null> {
  try {
    return (await files.properties(path, true)).identity;
  } catch {
    return null;
  }
}

/** Splits at LF and CRLF; a line break at the end begins no further line. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}
