// Completion at the prompt: commands, names in scope, members after a dot, fields of structs, modules, and
// paths of files.
import type { ReplSession } from "../../repl/index.ts";
import { keywords } from "../../syntax/index.ts";
import { matchingPaths } from "./complete-paths.ts";

type Completion = [string[], string];

/**
 * The result for readline: the candidates, and the part of the line they complete. No candidates for an
 * invalid line. `before` has the earlier lines of the input.
 */
export function complete(
  line: string,
  session: ReplSession,
  commands: readonly string[],
  before = "",
): Completion {
  try {
    return candidates(line, session, commands, before);
  } catch {
    return [[], line];
  }
}

function candidates(
  line: string,
  session: ReplSession,
  commands: readonly string[],
  before: string,
): Completion {
  if (/^\s*:\S*$/.test(line)) return starting(line.trimStart(), commands);
  const loaded = /^\s*:l(?:oad)?\s+(.*)$/.exec(line);
  if (loaded !== null) return [matchingPaths(loaded[1]!), loaded[1]!];
  const imported = /\bimport\s+"([^"]*)$/.exec(line);
  if (imported !== null) return [matchingPaths(imported[1]!, ".std"), imported[1]!];
  const text = openText(line);
  if (text !== null) return [matchingPaths(text), text];
  const member = /([A-Za-z_][A-Za-z0-9_]*|[)\]"])\.([A-Za-z_][A-Za-z0-9_]*)?$/.exec(line);
  if (member !== null) {
    const word = member[2] ?? "";
    return starting(word, session.members(receiverOf(line.slice(0, line.length - word.length - 1))));
  }
  const module = /\bstd\/([a-z]*)$/.exec(line);
  if (module !== null) return starting(module[1]!, session.moduleNames);
  const selector = /^\s*import\s+std\/([a-z]+)\s*\{(?:[^}]*[\s,{])?([A-Za-z_0-9]*)$/.exec(line);
  if (selector !== null) return starting(selector[2]!, session.exportsOf(selector[1]!));
  const field = /\b([A-Z]\w*)\s*\{(?:[^{}]*,)?\s*([a-z_]\w*)?$/.exec(`${before}${line}`);
  if (field !== null) {
    const fields = session.fieldsOf(field[1]!);
    if (fields.length > 0) return starting(field[2] ?? "", fields);
  }
  const word = /[A-Za-z_][A-Za-z0-9_]*$/.exec(line)?.[0] ?? "";
  if (word === "") return [[], word];
  // Names that the earlier lines of the input declare, among other words of theirs.
  const words = before.match(/\b[A-Za-z_]\w*\b/g) ?? [];
  return starting(word, [...new Set([...session.scope, ...keywords, ...words])].sort());
}

function starting(word: string, names: readonly string[]): Completion {
  return [names.filter((name) => name.startsWith(word)), word];
}

/** The beginning of a string literal that is open at the end of a line; null outside strings. */
function openText(line: string): string | null {
  return /^(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*"((?:[^"\\$]|\\.)*)$/.exec(line)?.[1] ?? null;
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
