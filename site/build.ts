// Writes the site to dist-site/: `npm run site`. It is made from docs/ and from the built engine in dist/browser/.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { serveFolders } from "../scripts/static-server.ts";
import { standardModules } from "../stdlib/index.ts";
import { homePage, missingPage, playgroundPage } from "./own-pages.ts";
import { frame } from "./layout.ts";
import { sitePages } from "./pages.ts";
import { createRenderer } from "./render.ts";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5c66"/><path d="M9 10h14M9 16h9M9 22h14" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>\n`;

/** @throws Error if dist/browser/ is not built */
export async function buildSite(root: string, out: string): Promise<number> {
  const engine = join(root, "dist/browser");
  if (!existsSync(engine)) throw new Error("the engine for pages is not built: run `npm run build` first");
  rmSync(out, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  const pages = sitePages(root);
  const render = createRenderer(pages);
  const index: { id: number; page: string; path: string; title: string; text: string }[] = [];
  for (const page of pages) {
    const { html, title, sections } = render(page, readFileSync(join(root, page.source), "utf8"));
    const side = pages.filter((each) => each.group === page.group);
    write(page.path, frame({ path: page.path, title, html, script: "site", side }));
    for (const { anchor, title: section, text } of sections)
      index.push({ id: index.length, page: title, path: `${page.path}#${anchor}`, title: section, text });
  }
  write("index.html", homePage(root));
  write("playground.html", playgroundPage(root));
  write("404.html", missingPage(root));
  write("search.json", JSON.stringify(index));
  write("declarations.json", JSON.stringify(declarations()));
  write("icon.svg", ICON);
  write(".nojekyll", "");
  cpSync(join(root, "site/client/style.css"), join(out, "style.css"));
  cpSync(engine, join(out, "engine"), { recursive: true });
  await bundleClient(root, out);
  return pages.length + 2;
}

/** The declarations of the modules with their documentation, by name. */
function declarations(): Record<string, string> {
  const texts = standardModules.flatMap(({ name, declaration }) =>
    declaration instanceof URL ? [[name, readFileSync(declaration, "utf8")] as const] : [],
  );
  return Object.fromEntries(texts);
}

async function bundleClient(root: string, out: string): Promise<void> {
  const folder = join(root, "site/client");
  const bundle = await rolldown({
    input: { site: join(folder, "site.mjs"), playground: join(folder, "playground.mjs") },
    platform: "browser",
  });
  await bundle.write({
    dir: join(out, "client"),
    format: "esm",
    minify: true,
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
  // The workers import the engine where it is.
  for (const file of ["worker.mjs", "language-worker.mjs"])
    cpSync(join(folder, file), join(out, "client", file));
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word !== "--serve");
  if (unknown !== undefined) {
    console.error(`site: unknown option ${unknown}`);
    process.exit(2);
  }
  const root = join(import.meta.dirname, "..");
  const out = join(root, "dist-site");
  console.log(`${await buildSite(root, out)} pages in ${out}`);
  if (words.includes("--serve")) console.log((await serveFolders({ "/": out })).origin);
}
