// The pages of the site: which file of the repository each is made from, and the groups of the navigation.
import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface SitePage {
  /** The Markdown file, relative to the repository. */
  readonly source: string;
  /** The file of the site, such as `std/http.html`. */
  readonly path: string;
  /** The title in the navigation. */
  readonly label: string;
  readonly group: string;
}

const GUIDES: Readonly<Record<string, string>> = {
  tour: "Tour",
  tutorial: "Tutorial",
  guide: "Guide",
  cookbook: "Cookbook",
  install: "Installation",
  commands: "Commands",
  http: "HTTP",
  "http-limits": "Limits of HTTP",
  deployment: "Deployment",
  comparison: "Comparison",
  packages: "Packages",
  debugging: "Debugging",
  editors: "Editors",
  embedding: "Embedding",
  browser: "Web pages",
  diagnostics: "Errors",
};

/** All pages that are made from Markdown. */
export function sitePages(root: string): SitePage[] {
  const guides = Object.entries(GUIDES).map(([name, label]) => ({
    source: `docs/${name}.md`,
    path: `${name}.html`,
    label,
    group: "Guides",
  }));
  const others = [
    { source: "SECURITY.md", path: "security.html", label: "Security", group: "Guides" },
    { source: "CHANGELOG.md", path: "changelog.html", label: "Changelog", group: "Guides" },
  ];
  return [...guides, ...others, ...folder(root, "reference", "Reference"), ...folder(root, "std", "Library")];
}

function folder(root: string, name: string, group: string): SitePage[] {
  return readdirSync(join(root, "docs", name))
    .filter((file) => file.endsWith(".md"))
    .toSorted((a, b) => Number(b === "README.md") - Number(a === "README.md") || a.localeCompare(b))
    .map((file) => {
      const base = file.slice(0, -".md".length);
      const first = base === "README";
      return {
        source: `docs/${name}/${file}`,
        path: `${name}/${first ? "index" : base}.html`,
        label: first ? "Overview" : base,
        group,
      };
    });
}
