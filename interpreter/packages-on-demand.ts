// Loads what pairs native code of packages with its declarations, the parser included, when a program needs it.
import type { LaunchOptions } from "./launch/index.ts";

export const packageModules: NonNullable<LaunchOptions["packageModules"]> = async (files) =>
  (await import("./package-modules.ts")).packageModules(files);
