// Completion at the prompt: commands, names in scope, and members after a dot.
import type { ReplSession } from "../../repl/index.ts";
import { keywords } from "../../syntax/index.ts";

/**
 * The result for readline: the candidates, and the part of the line they complete. No candidates for an
 * invalid line.
 */
export function complete(
  line: string,
  session: ReplSession,
  commands: readonly string[],
): [string[], string] {
  try {
    return candidates(line, session, commands);
  } catch {
    return [[], line];
  }
}

function candidates(line: string, session: ReplSession, commands: readonly string[]): [string[], string] {
  if (/^\s*:\S*$/.test(line)) {
    const word = line.trimStart();
    return [commands.filter((name) => name.startsWith(word)), word];
  }
  const member = /([A-Za-z_][A-Za-z0-9_]*|[)\]"])\.([A-Za-z_][A-Za-z0-9_]*)?$/.exec(line);
  if (member !== null) {
    const word = member[2] ?? "";
    const receiver = receiverOf(line.slice(0, line.length - word.length - 1));
    return [session.members(receiver).filter((name) => name.startsWith(word)), word];
  }
  const module = /\bstd\/([a-z]*)$/.exec(line);
  if (module !== null) return [session.moduleNames.filter((name) => name.startsWith(module[1]!)), module[1]!];
  const selector = /^\s*import\s+std\/([a-z]+)\s*\{(?:[^}]*[\s,{])?([A-Za-z_0-9]*)$/.exec(line);
  if (selector !== null)
    return [session.exportsOf(selector[1]!).filter((name) => name.startsWith(selector[2]!)), selector[2]!];
  const word = /[A-Za-z_][A-Za-z0-9_]*$/.exec(line)?.[0] ?? "";
  const names = [...session.scope, ...keywords];
  return [word === "" ? [] : [...new Set(names)].filter((name) => name.startsWith(word)).sort(), word];
}

/** The expression before a dot: the text after the last operator, open bracket or space. */
function receiverOf(text: string): string {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    const char = text[i]!;
    if (char === ")" || char === "]" || char === "}") depth++;
    else if (char === "(" || char === "[" || char === "{") {
      if (depth === 0) return text.slice(i + 1);
      depth--;
    } else if (depth === 0 && /[\s,;=+\-*/%<>!&|^]/.test(char)) return text.slice(i + 1);
  }
  return text;
}
