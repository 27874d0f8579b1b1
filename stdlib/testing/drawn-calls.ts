// Entry functions that each call one public function of the library, with arguments drawn by type.
import { callText, type Arguments } from "./drawn-arguments.ts";
import { typeText, type Callable } from "./public-functions.ts";

/** Handles whose methods are tested in conformance/std. */
const HANDLES: ReadonlySet<string> = new Set([
  "Stdin",
  "Stdout",
  "Stderr",
  "OpenOptions",
  "File",
  "FileLines",
  "TempFile",
  "Command",
  "ChildReader",
  "ChildWriter",
  "Select",
  "Semaphore",
  "RwLock",
  "Once",
  "Task",
  "Test",
  "Bench",
]);

/** Whether a part of the type is such a handle. */
export function needsHandle({ fn, names, owner }: Callable): boolean {
  const types = [...(owner === null ? [] : [owner]), ...fn.params.map((param) => param.type!)];
  return types.some((type) =>
    [...typeText(type, names).matchAll(/\w+/g)].some(([name]) => HANDLES.has(name)),
  );
}

/** An entry function with one call. */
export function drawnCall(name: string, callable: Callable, module: string, make: Arguments): string {
  const { lets, call, lists } = callText(callable, module, make);
  const before = lists.map((list) => `    let ${list}_before = "\${${list}}"\n`);
  const after = lists.map(
    (list) => `    if "\${${list}}" != ${list}_before { panic("an argument has changed") }\n`,
  );
  return `fun ${name}() {\n${lets}${before.join("")}    ${call}\n${after.join("")}}\n`;
}
