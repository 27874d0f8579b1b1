// The files of Swagger UI: the build copies them beside this one, before that they are in the package itself.
import { type Runtime, toBytes } from "../../interpreter/runtime/index.ts";

/** A file as bytes. */
export function pageText(runtime: Runtime, name: string): string {
  const { sources } = runtime.host.system;
  try {
    return toBytes(sources.readOwn(new URL(`./swagger-ui/${name}`, import.meta.url)));
  } catch {
    return toBytes(sources.readOwn(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))));
  }
}
