// The pages that are not made from Markdown: home and playground.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { frame } from "./layout.ts";
import { fence } from "./render.ts";

const EXAMPLES = ["hello", "server", "worker_pool", "life", "calculator", "word_count"];

/** The first program of the README is the one that home shows. */
export function homePage(root: string): string {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const program = /```std\n([\s\S]*?)```/.exec(readme)?.[1];
  if (program === undefined) throw new Error("README.md shows no program");
  const html = `<h1>A small, typed scripting language with goroutines and HTTP built in</h1>
<p class="lead">Stdlang checks a program, compiles it in memory and runs it. No build step, no null, no exceptions, no coloured functions.</p>
${fence(program, "std", true)}
<h2 id="install">Install</h2>
<p>It needs git, npm and Node 22.16 or newer. <a href="install.html">Installation</a> shows how to install it for all projects.</p>
${fence("git clone https://github.com/stdlang/stdlang && cd stdlang && npm ci && npx std run examples/hello.std\n", "sh", false)}
<h2 id="numbers">Three numbers</h2>
<ul class="numbers">
${NUMBERS.map(([figure, text, command]) => `<li><strong>${figure}</strong>${text} <code>${command}</code></li>`).join("\n")}
</ul>
<h2 id="next">Next</h2>
<p><a href="tour.html">Take the tour</a>: fourteen lessons that run in the page. <a href="playground.html">Open the playground</a>: an editor, several files, and requests to the server that you write. <a href="guide.html">Read the guide</a>, or look into the <a href="cookbook.html">cookbook</a>.</p>`;
  return frame({ path: "index.html", title: "Stdlang", html, script: "site" });
}

const NUMBERS: readonly (readonly [string, string, string])[] = [
  ["1.5 ×", "the time of Node itself to start a small program. Measure it:", "node bench/startup/run.ts"],
  [
    "&lt; ½",
    "of the CPU time of <code>node:http</code> to serve a request. Measure it:",
    "node bench/http/run.ts",
  ],
  [
    "1.0 ×",
    "the time of hand-written JavaScript to compute, the mean of 43 programs. Measure it:",
    "node bench/compute/run.ts",
  ],
];

export function playgroundPage(root: string): string {
  const examples = EXAMPLES.map((name) => [name, readFileSync(join(root, `examples/${name}.std`), "utf8")]);
  const html = `<h1>Playground</h1>
<noscript><p><strong>The playground needs JavaScript.</strong></p></noscript>
<p>Programs run in your browser, and their files and servers exist in its memory. Nothing is sent anywhere.</p>
<div class="bar">
<button class="main" id="run">Run</button><button id="stop" disabled>Stop</button><button id="format">Format</button><button id="share">Share</button>
<label>Example <select id="example"><option value="">choose…</option></select></label>
<span class="state" id="state" role="status"></span>
</div>
<div class="bar" id="files" role="group" aria-label="Files"></div>
<div class="edit">
<div><div id="editor"></div>
<p class="state">Ctrl+Enter runs the program, Tab leaves the editor, Ctrl+Space completes.</p></div>
<div>
<h2 id="output-title" style="margin-top:0">Output</h2>
<pre class="out" id="output" tabindex="0" role="log" aria-labelledby="output-title"></pre>
<section id="goroutines" aria-labelledby="goroutines-title" hidden>
<h2 id="goroutines-title">Goroutines</h2>
<ul id="goroutine-list"></ul>
</section>
<section id="panel" aria-labelledby="panel-title" hidden>
<h2 id="panel-title">Request</h2>
<p class="state">The program listens. Send a request to its server.</p>
<div class="bar request">
<select id="method" aria-label="Method"><option>GET</option><option>POST</option><option>PUT</option><option>PATCH</option><option>DELETE</option></select>
<input type="text" id="url" aria-label="Address" value=""><button id="send">Send</button>
</div>
<label>Headers<br><textarea id="headers" rows="2" cols="40" placeholder="Accept: text/html"></textarea></label>
<label>Body<br><textarea id="body" rows="2" cols="40"></textarea></label>
<pre class="out" id="answer" tabindex="0" role="log" aria-label="Response"></pre>
</section>
</div>
</div>
<script type="application/json" id="examples">${JSON.stringify(Object.fromEntries(examples)).replaceAll("<", "\\u003c")}</script>`;
  return frame({ path: "playground.html", title: "Playground", html, script: "playground", wide: true });
}

/** Where the site is published. Only the page for addresses without one names it: it is shown at any depth. */
const PUBLISHED = "https://stdlang.github.io/stdlang/";

/** The page of an address that has none. Servers show it below any path, so it needs no other file. */
export function missingPage(root: string): string {
  const style = readFileSync(join(root, "site/client/style.css"), "utf8");
  const links = [
    ["index.html", "Home"],
    ["tour.html", "Tour"],
    ["guide.html", "Guide"],
    ["std/index.html", "Library"],
    ["reference/index.html", "Reference"],
    ["playground.html", "Playground"],
  ].map(([path, label]) => `<li><a href="${PUBLISHED}${path}">${label}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>Page not found · Stdlang</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div class="page"><main id="main">
<h1>Page not found</h1>
<p>The site has no page at this address. The search on each of these pages covers all of them:</p>
<ul>
${links.join("\n")}
</ul>
</main></div>
</body>
</html>
`;
}
