// `std completions SHELL`: prints a script that completes commands, their options and files.
import { say } from "../output/terminal.ts";
import type { Command } from "./command.ts";
import { UsageError, type OptionSpec } from "./options.ts";

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
}

const SHELLS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const;

/** @param all loads every command */
export function completionsOf(all: () => Promise<readonly Completed[]>): Command {
  return {
    usage: `std completions ${Object.keys(SHELLS).join("|")}`,
    options: {},
    example: 'eval "$(std completions bash)"',
    notes:
      "bash: add the example to ~/.bashrc. zsh: the same with zsh, in ~/.zshrc after compinit. fish: std\ncompletions fish > ~/.config/fish/completions/std.fish",
    async run({ operands }) {
      const [shell, ...more] = operands;
      const names = Object.keys(SHELLS);
      if (shell === undefined || more.length > 0 || !names.includes(shell))
        throw new UsageError(`expected one of ${names.join(", ")}`, shell ?? "", names);
      say(SHELLS[shell as keyof typeof SHELLS](await all()));
      return 0;
    },
  };
}

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) options="${Object.keys(options).join(" ")}" ;;\n`,
  );
  return `_std() {
  local current="\${COMP_WORDS[COMP_CWORD]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _std std
`;
}

function zshScript(commands: readonly Completed[]): string {
  const described = (name: string, text: string): string => quoted(`${name.replace(/:/g, "\\:")}:${text}`);
  const cases = commands.map(({ name, options }) => {
    const rows = Object.entries(options).map(([option, { help }]) => described(option, help));
    return `    ${name}) options=(${rows.join(" ")}) ;;\n`;
  });
  return `#compdef std
_std() {
  local -a commands options
  commands=(${commands.map(({ name, summary }) => described(name, summary)).join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join("")}  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe option options
  else
    _files
  fi
}
compdef _std std
`;
}

function fishScript(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c std -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}\n`,
    ...Object.entries(options).map(([option, { value, optional, help }]) => {
      const form = option.startsWith("--") ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`;
      const takes = value !== undefined && optional !== true ? " -r" : "";
      return `complete -c std -n '__fish_seen_subcommand_from ${name}' ${form}${takes} -d ${quoted(help)}\n`;
    }),
  ]);
  return lines.join("");
}

function quoted(text: string): string {
  return `'${text.replace(/\n/g, " ").replace(/'/g, "'\\''")}'`;
}
