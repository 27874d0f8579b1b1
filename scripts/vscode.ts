// Packs the extension of Visual Studio Code: bundles its code with the client of the language server to one file,
// writes its snippets, and makes the .vsix, a ZIP archive in the Open Packaging Conventions.
//
//     node scripts/vscode.ts [FILE]
import { createWriteStream, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { rolldown } from "rolldown";
import { ZipFile } from "yazl";
import { SNIPPETS } from "../interpreter/server/features/snippets.ts";

const root = dirname(import.meta.dirname);
const folder = join(root, "editors/vscode");
/** What is packed besides the code. */
const FILES = "{package.json,README.md,language-configuration.json,{syntaxes,snippets}/*.json}";

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly categories: readonly string[];
  readonly engines: { readonly vscode: string };
}

/** The snippets in the form of Visual Studio Code: those that the language server proposes. */
export function snippets(): string {
  const all = SNIPPETS.map(({ label, text, detail }) => [
    label,
    {
      prefix: label,
      body: text.split("\n").map((line) => line.replaceAll("    ", "\t")),
      description: detail,
    },
  ]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

/** Writes the extension as one file. */
async function bundle(file: string): Promise<void> {
  const build = await rolldown({
    input: join(folder, "src/extension.ts"),
    external: ["vscode"],
    platform: "node",
    logLevel: "warn",
  });
  await build.write({ file, format: "cjs", minify: true, codeSplitting: false });
  await build.close();
}

export async function pack(target: string): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), "std-vsix-"));
  try {
    const code = join(temporary, "extension.js");
    await bundle(code);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const zip = new ZipFile();
    const add = (text: string, name: string): void =>
      zip.addBuffer(Buffer.from(text), name, { mtime: EPOCH });
    add(contentTypes(), "[Content_Types].xml");
    add(vsixManifest(manifest), "extension.vsixmanifest");
    for (const path of globSync(FILES, { cwd: folder }).toSorted())
      add(readFileSync(join(folder, path), "utf8"), `extension/${path}`);
    add(readFileSync(join(root, "LICENSE"), "utf8"), "extension/LICENSE.txt");
    add(readFileSync(code, "utf8"), "extension/dist/extension.js");
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(target));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Equal sources make equal archives. */
const EPOCH = new Date("2020-01-01T00:00:00Z");

function contentTypes(): string {
  const types = {
    json: "application/json",
    js: "application/javascript",
    md: "text/markdown",
    txt: "text/plain",
  };
  const all = Object.entries({ ...types, vsixmanifest: "text/xml" }).map(
    ([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${all.join("")}</Types>
`;
}

function vsixManifest(manifest: Manifest): string {
  const { name, displayName, description, version, publisher, categories, engines } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>std,stdlang,snippet,task-provider,__ext_std</Tags>
    <Categories>${escaped(categories.join(","))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

if (import.meta.main) {
  writeFileSync(join(folder, "snippets/std.json"), snippets());
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const target = resolve(process.argv[2] ?? join(folder, `stdlang-${version}.vsix`));
  await pack(target);
  console.log(relative(process.cwd(), target));
}
