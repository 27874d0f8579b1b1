// The page that shows the document of an API and sends requests: Swagger UI, from files of the package.
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { Response } from "../http/index.ts";

interface Wanted {
  /** The path of the page. */
  readonly path: string;
  /** What follows it. */
  readonly name: string;
  readonly media: string;
  readonly document: string;
}

/** The page loads from this server alone; its styles are also in attributes. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const loaded = new Map<string, Promise<string>>();

export function pageFile(runtime: Runtime, wanted: Wanted): Response | Promise<Response> {
  const { path, name, media, document } = wanted;
  switch (name) {
    case "":
      return withPolicy(Response.of(200, media, htmlOf(path)));
    case "/openapi.json":
      return Response.of(200, media, document);
    case "/page.js":
      return withPolicy(Response.of(200, media, SCRIPT));
    default:
      return runtime.scheduler.external(
        fileOf(runtime, name.slice(1)).then((text) =>
          withPolicy(Response.of(200, media, text)).header("Cache-Control", "max-age=3600"),
        ),
      );
  }
}

const withPolicy = (response: Response): Response =>
  response.header("Content-Security-Policy", POLICY).header("X-Content-Type-Options", "nosniff");

/** A file of the package as bytes, read once. */
function fileOf(runtime: Runtime, name: string): Promise<string> {
  let text = loaded.get(name);
  if (text === undefined) {
    text = import("./page-files.ts").then(({ pageText }) => pageText(runtime, name));
    loaded.set(name, text);
  }
  return text;
}

function htmlOf(path: string): string {
  const base = path.replace(/[^/]*\//g, "").replace(/[&<>"']/g, "");
  const at = (name: string): string => `${base}/${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API</title>
<link rel="stylesheet" href="${at("swagger-ui.css")}">
</head>
<body>
<div id="page"></div>
<script src="${at("swagger-ui-bundle.js")}"></script>
<script src="${at("page.js")}"></script>
</body>
</html>
`;
}

const SCRIPT = `const base = document.currentScript.src.replace(/page\\.js$/, "");
SwaggerUIBundle({ url: base + "openapi.json", dom_id: "#page", validatorUrl: null, deepLinking: true });
`;
