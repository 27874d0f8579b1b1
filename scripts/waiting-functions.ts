// Finds the functions of a standard module that may wait: those marked `@blocking`, and those whose bodies
// call one of them, by name and layout. Returns names: `read` for a function, `.recv` for a method.

interface Declared {
  readonly name: string;
  readonly blocking: boolean;
  body: string;
}

const FUNCTION = /^( *)fun (\w+)(.*)$/;
const CALL = /(\.?)\b(\w+)(?:<[^()]*>)?\(/g;

export function waitingFunctions(source: string): ReadonlySet<string> {
  const declared = functionsOf(source);
  const waiting = new Set<string>();
  for (let found = -1; found < waiting.size; ) {
    found = waiting.size;
    for (const name of new Set(declared.map((each) => each.name))) {
      // If several methods have the same name, all must wait: a call does not name its type.
      if (
        declared
          .filter((each) => each.name === name)
          .every((each) => each.blocking || calls(each.body, waiting))
      )
        waiting.add(name);
    }
  }
  return waiting;
}

function functionsOf(source: string): Declared[] {
  const declared: Declared[] = [];
  let blocking = false;
  let current: Declared | null = null;
  for (const line of source.split("\n")) {
    if (/^ *\/\//.test(line)) continue;
    const fn = FUNCTION.exec(line);
    if (/^ *@/.test(line)) blocking ||= line.includes("@blocking");
    else if (fn !== null) {
      current = {
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

function calls(body: string, waiting: ReadonlySet<string>): boolean {
  // A spawned call and a function value wait in another goroutine or function.
  return [...body.replace(/\b(?:spawn|fun)\b *\([^]*/, "").matchAll(CALL)].some(([, dot, name]) =>
    waiting.has(`${dot}${name}`),
  );
}
