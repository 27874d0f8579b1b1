// The goroutines of the program that runs: what each does, and the line at which it does that.

const MOST_ROWS = 30;

/** Those that do the same at the same line are one row. */
function grouped(goroutines) {
  const groups = new Map();
  for (const one of goroutines) {
    const key = `${one.doing} ${one.file}:${one.line} ${one.function}`;
    const group = groups.get(key) ?? { ...one, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** @param goTo shows a line of a file */
export function showGoroutines(goroutines, goTo) {
  const section = document.getElementById("goroutines");
  section.hidden = goroutines.length === 0;
  const groups = grouped(goroutines);
  // Rows stay the same elements while a program waits: a reader may be about to press one.
  const text = JSON.stringify(groups);
  if (section.dataset.shown === text) return;
  section.dataset.shown = text;
  const rows = groups.slice(0, MOST_ROWS).map((group) => row(group, goTo));
  if (groups.length > MOST_ROWS) rows.push(item(`and ${groups.length - MOST_ROWS} more`));
  document.getElementById("goroutine-list").replaceChildren(...rows);
}

function item(...children) {
  const made = document.createElement("li");
  made.append(...children);
  return made;
}

function row({ doing, function: name, file, line, count }, goTo) {
  const what = document.createElement("strong");
  what.textContent = count === 1 ? doing : `${count} × ${doing}`;
  const where = document.createElement("code");
  where.textContent = name;
  const place = document.createElement(file.startsWith("std/") ? "span" : "button");
  place.textContent = `${file}:${line}`;
  place.onclick = () => goTo(file, line);
  return item(what, " in ", where, " at ", place);
}
