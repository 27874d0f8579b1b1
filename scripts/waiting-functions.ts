// Finds the functions of a standard module that may wait: those marked `@blocking`, and those whose bodies
// call one of them, by name and layout. Returns the indexes of the lines that declare them.

interface Declared {
  readonly line: number;
  /** `read` for a function, `.recv` for a method. */
  readonly name: string;
  readonly blocking: boolean;
  body: string;
}

const FUNCTION = /^( *)fun (\w+)(.*)$/;
const CALL = /(\.?)\b(\w+)(?:<[^()]*>)?\(/g;

export function waitingFunctions(source: string): ReadonlySet<number> {
  const declared = functionsOf(source);
  const waiting = new Set<Declared>();
  for (let found = -1; found < waiting.size; ) {
    found = waiting.size;
    for (const each of declared) {
      if (each.blocking || calls(each, declared, waiting)) waiting.add(each);
    }
  }
  return new Set([...waiting].map((each) => each.line));
}

function functionsOf(source: string): Declared[] {
  const declared: Declared[] = [];
  let blocking = false;
  let current: Declared | null = null;
  for (const [at, line] of source.split("\n").entries()) {
    if (/^ *\/\//.test(line)) continue;
    const fn = FUNCTION.exec(line);
    if (/^ *@/.test(line)) blocking ||= line.includes("@blocking");
    else if (fn !== null) {
      current = {
        line: at,
        name: fn[1] === "" ? fn[2]! : `.${fn[2]}`,
        blocking,
        body: fn[3]!.replace(/^.*?(?: = |\{$|$)/, ""),
      };
      declared.push(current);
      blocking = false;
    } else if (line !== "") {
      if (current !== null) current.body += `\n${line}`;
      blocking = false;
    }
  }
  return declared;
}

function calls(caller: Declared, declared: readonly Declared[], waiting: ReadonlySet<Declared>): boolean {
  // A spawned call and a function value wait in another goroutine or function.
  const own = caller.body.replace(/\b(?:spawn|fun)\b *\([^]*/, "");
  return [...own.matchAll(CALL)].some(([, dot, name]) => {
    // If several methods have the same name, all others must wait: a call does not name its type.
    const called = declared.filter((each) => each !== caller && each.name === `${dot}${name}`);
    return called.length > 0 && called.every((each) => waiting.has(each));
  });
}
