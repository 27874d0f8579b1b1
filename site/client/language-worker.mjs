// Answers what an editor asks: diagnostics, descriptions, completion, the canonical style.
import { createMachine, standardModules } from "../engine/index.js";
import { createLanguageService } from "../engine/language.js";

// The declarations in the engine have no comments, because programs do not need them.
const declarations = fetch(new URL("../declarations.json", import.meta.url)).then((response) => response.json());
const service = declarations.then((texts) =>
  createLanguageService({
    machine: createMachine(),
    modules: standardModules.map((each) => ({ ...each, declaration: texts[each.name] ?? each.declaration })),
  }),
);
let laid = {};

/** Lays the texts of the page's files over those of before. */
async function withFiles(files) {
  const found = await service;
  for (const path of Object.keys(laid)) if (!(path in files)) found.setText(path, null);
  for (const [path, text] of Object.entries(files)) if (laid[path] !== text) found.setText(path, text);
  laid = { ...files };
  return found;
}

const ANSWERS = {
  async diagnostics({ files, path }) {
    return (await withFiles(files)).diagnostics(path).map(({ severity, message, code, primary, hint }) => ({
      severity,
      message: `${message} [${code}]${hint === undefined ? "" : `\n${hint}`}`,
      span: primary.span,
    }));
  },
  hover: async ({ files, path, offset }) => (await withFiles(files)).hover(path, offset),
  completions: async ({ files, path, offset }) => (await withFiles(files)).completions(path, offset),
  format: async ({ files, path }) => (await withFiles(files)).format(path),
};

onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, value: await ANSWERS[data.kind](data) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};
