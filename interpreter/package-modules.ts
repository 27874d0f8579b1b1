// The native code of packages: pairs the functions that a file of a package declares without body with those
// of the package's ES module, as `defineModule` does for modules of a host. Loaded only by programs that
// import such a package.
import { has } from "./own/index.ts";
import { describedModule, type TypedModule } from "./define-module.ts";
import { machine } from "./host/index.ts";
import type { PackageNatives } from "./launch/index.ts";
import { nativeFunctions, readDeclaration } from "./modules/index.ts";
import {
  fail,
  fromBytes,
  HostError,
  intFromBigInt,
  intToBigInt,
  ok,
  some,
  thrownText,
  toBytes,
  tuple,
  UNIT,
  type ModuleDescriptor,
  type NativeTable,
  type Runtime,
} from "./runtime/host.ts";

/** What makes values for scripts, for native code: its own import of the interpreter may be another copy. */
const VALUES = { fail, fromBytes, intFromBigInt, intToBigInt, ok, some, toBytes, tuple, UNIT };

type Given =
  | NativeTable["functions"]
  | ((runtime: Runtime, values: typeof VALUES) => NativeTable["functions"]);

/** What the ES module of a package exports as its default. */
interface Exported {
  readonly functions: Given;
  readonly classes?: TypedModule<string>["classes"];
  readonly checkers?: TypedModule<string>["checkers"];
}

/** Descriptors of files that were loaded before: reading declarations is slow. */
const known = new Map<string, ModuleDescriptor>();

/** Makes a module for each file. @throws HostError if the code of a package cannot be loaded */
export async function packageModules(files: readonly PackageNatives[]): Promise<readonly ModuleDescriptor[]> {
  return Promise.all(files.map(moduleOf));
}

async function moduleOf(file: PackageNatives): Promise<ModuleDescriptor> {
  const key = JSON.stringify(file);
  const before = known.get(key);
  if (before !== undefined) return before;
  const { functions, classes = {}, checkers } = await exported(file);
  const shared = perProgram(functions);
  const own: Record<string, (typeof classes)[string]> = {};
  const made = describedModule(
    {
      name: "package",
      declaration: file.text,
      functions: (runtime: Runtime) => declaredOf(made, shared(runtime)),
      classes: own,
      ...(checkers !== undefined && { checkers }),
    },
    `the package ${file.package}`,
  );
  for (const item of readDeclaration(made).tree.items)
    if (item.kind === "StructItem" && Object.hasOwn(classes, item.name.name))
      own[item.name.name] = classes[item.name.name]!;
  const descriptor = { ...made, id: file.id };
  known.set(key, descriptor);
  return descriptor;
}

async function exported({ native, package: of }: PackageNatives): Promise<Exported> {
  let module: { readonly default?: unknown };
  try {
    module = (await machine().sources.importModule(native)) as typeof module;
  } catch (error) {
    throw new HostError(`the native code of ${of} cannot be loaded: ${thrownText(error)}`, { cause: error });
  }
  const given = module.default;
  if (typeof given === "object" && given !== null && has(given, "functions")) return given as Exported;
  throw new HostError(`the native code of ${of} must export \`{ functions }\` as its default: ${native}`);
}

/** Calls a function that makes natives once per program, although several files use its result. */
function perProgram(functions: Given): (runtime: Runtime) => NativeTable["functions"] {
  const made = new WeakMap<Runtime, NativeTable["functions"]>();
  return (runtime) => {
    const before = made.get(runtime);
    if (before !== undefined) return before;
    const all = (
      typeof functions === "function" ? functions(runtime, VALUES) : functions
    ) as NativeTable["functions"];
    made.set(runtime, all);
    return all;
  };
}

/** The functions that the file declares, of those of the whole package. */
function declaredOf(module: ModuleDescriptor, all: NativeTable["functions"]): NativeTable["functions"] {
  const names = nativeFunctions(readDeclaration(module).tree).keys();
  return Object.fromEntries(
    [...names].flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]!]] : [])),
  );
}
