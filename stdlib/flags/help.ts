// The text of `--help`.
import { dashed, positionalsOf, type Field, type Flags } from "./spec.ts";

const WORDS = { Int: "N", Float: "NUMBER", String: "TEXT", Bool: "BOOL" } as const;

/** Returns the text, which ends with a line break. */
export function helpText(flags: Flags, fields: readonly Field[]): string {
  const positionals = positionalsOf(flags, fields);
  const usage = [
    flags.program,
    "[OPTIONS]",
    ...positionals.map(shown),
    ...(flags.commands.length > 0 ? ["COMMAND"] : []),
  ];
  const options = fields
    .filter((field) => !field.positional)
    .map((field): Row => [left(field), described(field)]);
  const taken = fields.some(({ positional, details }) => !positional && details.short === "h");
  options.push([taken ? "    --help" : "-h, --help", "shows this help"]);
  return [
    ...(flags.about === "" ? [] : [`${flags.about}\n`]),
    `Usage: ${usage.join(" ")}\n`,
    ...section(
      "Commands",
      flags.commands.map(({ name, about }): Row => [name, about]),
    ),
    ...section(
      "Arguments",
      positionals.map((field): Row => [shown(field), described(field)]),
    ),
    ...section("Options", options),
  ].join("\n");
}

type Row = readonly [left: string, right: string];

function section(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `${title}:\n${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n")}\n`,
  ];
}

function left({ details, long, kind, many }: Field): string {
  const short = details.short === null ? "    " : `-${details.short}, `;
  const value = kind === "Bool" && !many ? "" : ` ${WORDS[kind]}`;
  return `${short}${long}${value}${many ? "..." : ""}`;
}

function described({ details, optional, many, kind, positional, free }: Field): string {
  const required = details.fallback === null && !optional && !free && !many && kind !== "Bool" && !positional;
  const note =
    details.fallback === ""
      ? ""
      : details.fallback !== null
        ? `(default: ${details.fallback})`
        : required
          ? "(required)"
          : "";
  return [details.about, note].filter((part) => part !== "").join(" ");
}

/** Formats a positional argument as `FILE`, `[FILE]` or `[FILE]...`. */
export function shown({ member, optional, many, free, details }: Field): string {
  const word = dashed(member).toUpperCase();
  return many ? `[${word}]...` : optional || free || details.fallback !== null ? `[${word}]` : word;
}
