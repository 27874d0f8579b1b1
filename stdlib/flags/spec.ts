// The description of a command line by the program, combined with the fields of its struct.
import { NO_MEMBER } from "../json/index.ts";

/** The details of an argument or option that the builder sets. */
export interface Details {
  about: string;
  short: string | null;
  fallback: string | null;
}

/** The builder `Flags`. */
export class Flags {
  readonly program: string;
  readonly about: string;
  readonly details = new Map<string, Details>();
  readonly positionals: string[] = [];
  readonly commands: { readonly name: string; readonly about: string }[] = [];

  constructor(program: string, about: string) {
    this.program = program;
    this.about = about;
  }

  detailsOf(field: string): Details {
    let details = this.details.get(field);
    if (details === undefined)
      this.details.set(field, (details = { about: "", short: null, fallback: null }));
    return details;
  }
}

export type Kind = "Bool" | "Int" | "Float" | "String";

/** One field of the struct. */
export interface Field {
  readonly name: string;
  /** The name of its member in the JSON object: that of the field, unless `@json(name: …)` sets another. */
  readonly member: string;
  /** `--dry-run` for the member `dry_run`. */
  readonly long: string;
  readonly kind: Kind;
  readonly optional: boolean;
  readonly many: boolean;
  readonly positional: boolean;
  /** Whether the struct has a value for it if it is not given. */
  readonly free: boolean;
  readonly details: Details;
}

/** The fields of a struct, as a value of the program. */
export class FieldSet {
  readonly fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }
}

const TYPE = /^(?:(Option|List)<(\w+)>|(\w+))$/;
const KINDS: ReadonlySet<string> = new Set<Kind>(["Bool", "Int", "Float", "String"]);

/**
 * Returns the fields, or what is wrong with the description or the struct. `members` is empty if the struct
 * does not derive `FromJson`.
 */
export function fieldsOf(
  flags: Flags,
  names: readonly string[],
  members: readonly string[],
  types: readonly string[],
  free: readonly boolean[],
): Field[] | string {
  for (const name of [...flags.details.keys(), ...flags.positionals])
    if (!names.includes(name)) return `there is no field \`${name}\``;
  const twice = flags.positionals.find((name, i) => flags.positionals.indexOf(name) < i);
  if (twice !== undefined) return `the field \`${twice}\` is positional twice`;
  const fields: Field[] = [];
  for (const [i, name] of names.entries()) {
    // A field without a member is not read.
    if (members[i] === NO_MEMBER) continue;
    const [, around, within, plain] = TYPE.exec(types[i]!) ?? [];
    const kind = within ?? plain;
    if (kind === undefined || !KINDS.has(kind))
      return `the field \`${name}\` has type ${types[i]}, which an argument cannot have`;
    const member = members[i] ?? name;
    const long = `--${dashed(member)}`;
    const positional = flags.positionals.includes(name);
    if (member === "" || (!positional && /[=\s]/.test(member)))
      return `the field \`${name}\` is named ${JSON.stringify(member)}, which an option cannot be`;
    if (!positional && long === "--help") return `the field \`${name}\` is --help, which shows the help`;
    const same = positional ? undefined : fields.find((field) => !field.positional && field.long === long);
    if (same !== undefined) return `the fields \`${same.name}\` and \`${name}\` are both ${long}`;
    const details = flags.details.get(name) ?? { about: "", short: null, fallback: null };
    const rival = positional ? undefined : fields.find((field) => hasShort(field, details.short));
    if (rival !== undefined) return `the fields \`${rival.name}\` and \`${name}\` are both -${details.short}`;
    fields.push({
      name,
      member,
      long,
      kind: kind as Kind,
      optional: around === "Option",
      many: around === "List",
      positional,
      free: free[i] ?? false,
      details,
    });
  }
  return fields;
}

function hasShort({ positional, details }: Field, letter: string | null): boolean {
  return letter !== null && !positional && details.short === letter;
}

/** `dry-run` for `dry_run`, and `type` for `type_`, which a field is called because `type` is a keyword. */
export function dashed(name: string): string {
  return name.replace(/(?!^)_+$/, "").replaceAll("_", "-");
}

/** Returns the positional fields in the order in which the program has named them. */
export function positionalsOf(flags: Flags, fields: readonly Field[]): Field[] {
  return flags.positionals.map((name) => fields.find((field) => field.name === name)!);
}
