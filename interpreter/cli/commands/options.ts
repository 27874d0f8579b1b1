// Parses command-line options by a table of accepted options; the error for an unknown option suggests a
// similar one.

/** A wrong command line: one line for standard error, exit status 2. */
export class UsageError extends Error {
  /** The given name and the candidates, for "did you mean". */
  readonly given: string;
  readonly candidates: readonly string[];
  constructor(message: string, given = "", candidates: readonly string[] = []) {
    super(message);
    this.given = given;
    this.candidates = candidates;
  }
}

export interface OptionSpec {
  /** The name of its value, which is the next argument or the text after `=`. */
  readonly value?: string;
  readonly repeated?: boolean;
  /** Whether its value may be omitted; then a value must follow `=`. */
  readonly optional?: boolean;
  readonly help: string;
}

export interface ParsedOptions {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** The arguments that are not options. */
  readonly operands: readonly string[];
}

/**
 * Splits arguments into options and operands. `--` ends the options; with `upToFirst`, the first operand also does,
 * because the arguments after it belong to the script.
 * @throws UsageError for an unknown option, and for a missing or unexpected value
 */
export function parseOptions(
  args: readonly string[],
  specs: Readonly<Record<string, OptionSpec>>,
  upToFirst = false,
): ParsedOptions {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === "--" || !arg.startsWith("-") || arg === "-") {
      operands.push(...(arg === "--" ? args.slice(i + 1) : upToFirst ? args.slice(i) : [arg]));
      if (arg === "--" || upToFirst) break;
      continue;
    }
    const equals = arg.indexOf("=");
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const spec = Object.hasOwn(specs, name) ? specs[name]! : undefined;
    if (spec === undefined) throw new UsageError(`unknown option ${name}`, name, Object.keys(specs));
    if (spec.value === undefined || (spec.optional === true && equals < 0)) {
      if (equals >= 0) throw new UsageError(`option ${name} takes no value`);
      flags.add(name);
      continue;
    }
    const value = equals < 0 ? args[++i] : arg.slice(equals + 1);
    if (value === undefined) throw new UsageError(`option ${name} needs a value: ${name} ${spec.value}`);
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [value]);
    else if (spec.repeated === true) earlier.push(value);
    else throw new UsageError(`option ${name} is given twice`);
  }
  return { flags, values, operands };
}
