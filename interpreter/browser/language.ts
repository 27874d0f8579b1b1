/**
 * What an editor in a page asks about programs: `stdlang/browser/language`.
 *
 *     import { createMachine, standardModules } from "stdlang/browser";
 *     import { createLanguageService } from "stdlang/browser/language";
 *
 *     const service = createLanguageService({ machine: createMachine(), modules: standardModules });
 *     service.setText("main.std", text);
 *     service.hover("main.std", offset);
 */
import type { ModuleDescriptor } from "../runtime/host.ts";
import { LanguageService, type Disk } from "../server/service/index.ts";
import { HOME, Machine } from "./machine.ts";

export type {
  Action,
  Completions,
  Hover,
  LanguageService,
  Outline,
  UnitSpan,
  Refused,
  Renamed,
  Signature,
  TextEdit,
} from "../server/service/index.ts";

export interface LanguageServiceOptions {
  /** The files that scripts import. Scripts in its folder /home are one workspace. */
  readonly machine: Machine;
  /** The modules that scripts may import. */
  readonly modules: readonly ModuleDescriptor[];
}

/**
 * Makes a language service. Relative paths start at `/home`.
 * @throws TypeError if the machine was not made by createMachine
 */
export function createLanguageService({ machine, modules }: LanguageServiceOptions): LanguageService {
  if (!(machine instanceof Machine))
    throw new TypeError("createLanguageService: `machine` must be made by createMachine");
  return new LanguageService(diskOf(machine), { modules, packages: () => null }, HOME);
}

function diskOf(machine: Machine): Disk {
  const { reader } = machine;
  return {
    canonical(path) {
      const whole = path.startsWith("/") ? path : `${HOME}/${path}`;
      const found = reader.canonical(whole);
      // A text that is laid over no file keeps its path.
      return typeof found === "string" ? found : machine.read(whole) === null ? whole : found;
    },
    read(path) {
      const bytes = reader.read(path);
      // Programs may write to the file.
      return bytes instanceof Uint8Array ? bytes.slice() : bytes;
    },
    stamp: (path) => machine.read(path),
    scripts: (folder) =>
      machine.files.filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".std")),
  };
}
