// The texts of `std help`.
import type { Command } from "./command.ts";

export function overviewText(commands: readonly (readonly [name: string, summary: string])[]): string {
  const rows = [
    ...commands,
    ["help [COMMAND]", "show this list, or the options of a command"],
    ["--version", "show the version"],
  ] as const;
  return `usage: std COMMAND [ARG...]\n\n${columns(rows)}\nstd help COMMAND shows the options of a command.\n`;
}

export function commandHelp(summary: string, command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, optional, help }]) =>
      [
        value === undefined ? name : optional === true ? `${name}[=${value}]` : `${name} ${value}`,
        help,
      ] as const,
  );
  const parts = [`usage: ${command.usage}\n\n${summary}\n`];
  if (options.length > 0) parts.push(`\n${columns(options)}`);
  parts.push(`\nexample: ${command.example}\n`);
  if (command.notes !== undefined) parts.push(`\n${command.notes}\n`);
  return parts.join("");
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
