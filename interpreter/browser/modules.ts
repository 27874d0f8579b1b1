// The standard modules for a page. Those whose natives use cryptography or compression load these packages first.
import { loadCompression, loadCryptography, loadSha1 } from "../host/browser/index.ts";
import type { ModuleDescriptor } from "../runtime/host.ts";
import { standardModules as modules } from "../../stdlib/bundled.ts";

/** What each module loads before its natives. */
const NEEDS: Readonly<Record<string, readonly (() => Promise<void>)[]>> = {
  compress: [loadCompression],
  crypto: [loadCryptography],
  http: [loadCompression, loadSha1],
  jwt: [loadCryptography],
  web: [loadCompression],
};

export const standardModules: readonly ModuleDescriptor[] = modules.map((module) => {
  const { load } = module;
  const needs = NEEDS[module.name];
  if (needs === undefined || load === null) return module;
  return {
    ...module,
    load: async () => {
      await Promise.all(needs.map((each) => each()));
      return load();
    },
  };
});
