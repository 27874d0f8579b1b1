// What the user of a front end wrote. Front ends are made for JavaScript: they wrap conditions, messages of
// logpoints and expressions in code that cannot run here, so that only the user's parts of it are evaluated.

/** The condition or expression that a user wrote. */
export function writtenExpression(text: string): string {
  const bare = withoutSourceName(text);
  for (const wrapper of WRAPPERS) {
    const found = wrapper.exec(bare);
    if (found !== null) return found[1]!;
  }
  return bare;
}

/** The arguments of a logpoint: a text as JSON or an expression each; null for a condition. */
export function logpointArguments(condition: string): readonly string[] | null {
  const found = LOGPOINT.exec(withoutSourceName(condition).trim());
  const list = found?.[1] ?? found?.[2];
  return list === undefined ? null : argumentsOf(list).map((each) => writtenExpression(each));
}

/** Visual Studio Code, around a condition, around a part of a logpoint, and around what is copied as text. */
const WRAPPERS = [
  /^\(\(\)=>\{try\{return ([\s\S]*);\}catch\(e\)\{console\.error\(`Breakpoint condition error: [\s\S]*\}\)\(\)$/,
  /^\(\(\)=>\{let \w+=([\s\S]*?);let \w+=\d+;let \w+=" "\.repeat\([\s\S]*\}\)\(\);$/,
  /^\(\(\) => \{\s*try \{\s*return ([\s\S]*);\s*\} catch \(e\) \{\s*return e\.stack \|\| [\s\S]*\}\s*\}\)\(\)$/,
];
/** Chrome and Visual Studio Code. */
const LOGPOINT =
  /^(?:\/\*\* DEVTOOLS_LOGPOINT \*\/ ?console\.log\(([\s\S]*)\)|console\.log\(([\s\S]*)\), false)$/;

/** Front ends name what they send, in a comment at the end. */
function withoutSourceName(text: string): string {
  return text.replace(/\s*\/\/# sourceURL=\S*\s*$/, "");
}

/** Splits at commas that are neither in brackets nor in quotes. */
function argumentsOf(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of list.matchAll(
    /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[()[\]{},]/g,
  )) {
    if ("([{".includes(token)) depth++;
    else if (")]}".includes(token)) depth--;
    else if (token === "," && depth === 0) {
      found.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...found, list.slice(start).trim()].filter((each) => each !== "");
}
