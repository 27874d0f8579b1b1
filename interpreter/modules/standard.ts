// Reads the declaration of a standard or host module as a tree. The build writes a prepared form beside each
// declaration (text and tree, see `scripts/build.ts`), which avoids parsing at start.
import { get } from "../own/index.ts";
import { StandardNames } from "../check/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { machine } from "../host/index.ts";
import type { ModuleDescriptor } from "../runtime/host.ts";
import { Source } from "../source/index.ts";
import { parse, type Tree } from "../syntax/index.ts";
import { decodeTree, encodeTree, type PreparedTree } from "./prepared-tree.ts";

/** The parsed declaration of a module. */
export interface Declaration {
  readonly source: Source;
  readonly tree: Tree;
  readonly usesCollectionLiterals: boolean;
  /** Empty, unless the module itself has errors. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Trees are immutable, so all engines of a process share them: parsing them is most of the cost of creating
 * an engine.
 */
const parsed = new WeakMap<ModuleDescriptor, Declaration>();

/**
 * The declaration of a module, read once in the lifetime of the descriptor.
 * @throws Error if the descriptor names a declaration that cannot be read, a mistake of the host
 */
export function readDeclaration(descriptor: ModuleDescriptor): Declaration {
  const known = parsed.get(descriptor);
  if (known !== undefined) return known;
  const declaration = parseDeclaration(descriptor);
  parsed.set(descriptor, declaration);
  return declaration;
}

function parseDeclaration(descriptor: ModuleDescriptor): Declaration {
  const name = `std/${descriptor.name}`;
  const prepared = readPrepared(descriptor);
  if (prepared !== null) {
    const { text, ...rest } = prepared;
    return { source: new Source(name, text), ...rest, diagnostics: [] };
  }
  const source = new Source(name, declarationText(descriptor));
  const { tree, uses, diagnostics } = parse(source, { declarations: true });
  return { source, tree, usesCollectionLiterals: uses.collectionLiterals, diagnostics };
}

/** The prepared form of a declaration, which the build stores at `preparedPath`. */
export function prepareDeclaration(descriptor: ModuleDescriptor): {
  readonly encoded: string;
  readonly diagnostics: readonly Diagnostic[];
} {
  const text = declarationText(descriptor);
  const { tree, uses, diagnostics } = parse(new Source(`std/${descriptor.name}`, text), {
    declarations: true,
  });
  return {
    encoded: encodeTree({ text, tree, usesCollectionLiterals: uses.collectionLiterals }),
    diagnostics,
  };
}

/** The location of the prepared form of a declaration. */
export function preparedPath(declaration: URL): URL {
  return new URL(declaration.href.replace(/\.std$/, ".tree"));
}

/** They are found once: the library has some sixty modules. */
const namesOf = new WeakMap<readonly ModuleDescriptor[], StandardNames>();

/** The names that modules declare, which the checker suggests. */
export function standardNames(descriptors: readonly ModuleDescriptor[]): StandardNames {
  const known = namesOf.get(descriptors);
  if (known !== undefined) return known;
  const judge = descriptors.map((descriptor) => get(descriptor, "patternProblem")).find(Boolean);
  const names = new StandardNames(
    () =>
      descriptors.map((descriptor) => ({
        module: descriptor.name,
        text: declarationText(descriptor),
        prelude: (get(descriptor, "methods")?.length ?? 0) > 0,
      })),
    judge,
  );
  namesOf.set(descriptors, names);
  return names;
}

function declarationText({ declaration }: ModuleDescriptor): string {
  return typeof declaration === "string" ? declaration : machine().sources.readOwn(declaration);
}

function readPrepared({ declaration }: ModuleDescriptor): PreparedTree | null {
  if (typeof declaration === "string") return null;
  try {
    return decodeTree(machine().sources.readOwn(preparedPath(declaration)));
  } catch {
    // Not built: the source tree, or a module of a host.
    return null;
  }
}
