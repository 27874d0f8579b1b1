// Normal forms by the host, whose time is quadratic in the number of consecutive combining marks: it inserts
// each at its position. If there are many, they are sorted before.

type Form = "NFC" | "NFD" | "NFKC" | "NFKD";

const MANY = 200;
const MANY_MARKS = new RegExp(`\\p{M}{${MANY}}`, "u");
const MARK = /^\p{M}$/u;
/** Marks of the lowest and of the highest class. A mark that changes places with neither has no class. */
const LOWEST = "\u0334";
const HIGHEST = "\u0345";

export function normalized(text: string, form: Form): string {
  const decomposed = form.startsWith("NFK") ? "NFKD" : "NFD";
  const hasMany = text.length >= MANY && MANY_MARKS.test(text);
  return (hasMany ? withOrderedMarks(text, decomposed) : text).normalize(form);
}

/**
 * Processes characters one by one: a pattern that matches all marks of a run needs a stack as deep as their
 * number.
 */
function withOrderedMarks(text: string, form: Form): string {
  const done: string[] = [];
  let marks: string[] = [];
  for (const char of text) {
    if (char >= "\u0300" && MARK.test(char)) {
      marks.push(char);
      continue;
    }
    if (marks.length > 0) done.push(ordered(marks, form));
    marks = [];
    done.push(char);
  }
  return done.join("") + ordered(marks, form);
}

/**
 * Returns marks in the canonical order (Unicode, D109): sorted by class between those without a class, which
 * stay in place.
 */
function ordered(marks: readonly string[], form: Form): string {
  const done: string[] = [];
  const hasClass = new Map<string, boolean>();
  let run: string[] = [];
  for (const written of marks)
    for (const mark of written.normalize(form)) {
      let moves = hasClass.get(mark);
      if (moves === undefined)
        hasClass.set(mark, (moves = changePlaces(mark, LOWEST) || changePlaces(HIGHEST, mark)));
      if (moves) run.push(mark);
      else {
        done.push(byClass(run).join(""), mark);
        run = [];
      }
    }
  return done.join("") + byClass(run).join("");
}

function byClass(run: readonly string[]): string[] {
  if (run.length < 2) return [...run];
  const kinds = [...new Set(run)].sort((a, b) => Number(changePlaces(a, b)) - Number(changePlaces(b, a)));
  const classes: string[][] = [];
  const classOf = new Map<string, string[]>();
  kinds.forEach((mark, i) => {
    if (i === 0 || changePlaces(mark, kinds[i - 1]!) || changePlaces(kinds[i - 1]!, mark)) classes.push([]);
    classOf.set(mark, classes.at(-1)!);
  });
  for (const mark of run) classOf.get(mark)!.push(mark);
  return classes.flat();
}

/** Whether the first of two decomposed marks belongs after the second. */
function changePlaces(first: string, second: string): boolean {
  return `${first}${second}`.normalize("NFD") !== `${first}${second}`;
}
