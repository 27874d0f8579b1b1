// Natives of std/flags: the builder, and the parsing of arguments with it.
import { charText, fail, Panic, weighed } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, NativeTable, Result, Runtime } from "../../interpreter/runtime/index.ts";
import { helpText } from "./help.ts";
import { parseArguments, unknown, UsageProblem } from "./parse.ts";
import { FieldSet, fieldsOf, Flags } from "./spec.ts";

/** For each byte of an argument, on a slow machine. */
const NANOS_PER_BYTE = 80;

export function create(runtime: Runtime): NativeTable {
  const changed =
    <A extends readonly unknown[]>(change: (flags: Flags, ...args: A) => void) =>
    (flags: Flags, ...args: A): Flags => {
      change(flags, ...args);
      return flags;
    };

  function read<T>(flags: Flags, body: () => T): T | Result<never, ErrorValue> {
    try {
      return body();
    } catch (problem) {
      if (problem instanceof UsageProblem) return fail("usage", `${flags.program}: ${problem.message}`);
      throw problem;
    }
  }

  return {
    structs: { Flags, __Struct: FieldSet },
    functions: {
      "Flags.new": (program: string, about: string) => new Flags(program, about),
      "Flags.describe": changed(
        (flags, field: string, about: string) => void (flags.detailsOf(field).about = about),
      ),
      "Flags.short": changed((flags, field: string, letter: number) => {
        flags.detailsOf(field).short = charText(letter);
      }),
      "Flags.default": changed(
        (flags, field: string, text: string) => void (flags.detailsOf(field).fallback = text),
      ),
      "Flags.positional": changed((flags, field: string, about: string) => {
        flags.positionals.push(field);
        flags.detailsOf(field).about = about;
      }),
      __flags_command(flags: Flags, name: string, about: string): void {
        if (flags.commands.some((command) => command.name === name))
          throw new Panic(`flags: the command \`${name}\` is added twice`);
        flags.commands.push({ name, about });
      },
      __flags_program: (flags: Flags): string => flags.program,
      __flags_about: (flags: Flags): string => flags.about,
      __flags_struct(
        flags: Flags,
        names: string[],
        members: string[],
        types: string[],
        free: boolean[],
      ): FieldSet {
        const fields = fieldsOf(flags, names, members, types, free);
        if (typeof fields === "string") throw new Panic(`flags: ${fields}`);
        return new FieldSet(fields);
      },
      __flags_help: (flags: Flags, { fields }: FieldSet): string => helpText(flags, fields),
      __flags_parse(flags: Flags, { fields }: FieldSet, args: string[]) {
        // A list is charged for its elements alone, not for the bytes in them.
        weighed(
          runtime,
          args.reduce((bytes, arg) => bytes + arg.length, 0),
          NANOS_PER_BYTE,
        );
        return read(
          flags,
          () => parseArguments(flags, fields, args) ?? fail("help", helpText(flags, fields)),
        );
      },
      __flags_unknown: (flags: Flags, name: string) =>
        read(flags, () =>
          unknown(
            name.startsWith("-") ? "option" : "command",
            name,
            name.startsWith("-") ? ["--help"] : flags.commands.map((each) => each.name),
          ),
        ),
    },
  };
}
