// The style of the pages of `std doc --html`, and the script that searches them.

export const STYLE = `:root { color-scheme: light dark; --line: #8885; --link: light-dark(#0550ae, #79b8ff); }
* { box-sizing: border-box; }
body { margin: 0; display: flex; font: 16px/1.5 system-ui, sans-serif; }
nav { width: 17rem; flex: none; height: 100vh; position: sticky; top: 0; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); }
nav ul, #results { list-style: none; padding: 0; }
nav a { overflow-wrap: anywhere; }
.project { font-weight: 600; margin-top: 0; }
#search { width: 100%; padding: .4rem .6rem; font: inherit; }
main { flex: 1; min-width: 0; padding: 1rem 2rem 4rem; max-width: 60rem; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
[aria-current] { font-weight: 600; }
code { font: .875em/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .6rem .8rem; background: #8881; border-radius: .3rem; }
section { position: relative; margin: 1.5rem 0; scroll-margin-top: 1rem; }
section.member { margin-left: 1.5rem; }
section:target > .head { outline: 2px solid var(--link); }
.self { position: absolute; left: -1.1rem; top: .6rem; opacity: 0; }
section:hover > .self, .self:focus { opacity: 1; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0; }
#results li { margin: .4rem 0; }
#results small { opacity: .75; }
.keyword { color: light-dark(#a626a4, #d2a8ff); }
.literal { color: light-dark(#0a6c2e, #7ee787); }
.comment { opacity: .7; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; width: auto; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } .self { display: none; } }
`;

/** Names that begin with the words come first, then those that contain them, then sentences. */
export const SEARCH = `(() => {
  const root = document.currentScript.dataset.root;
  const input = document.getElementById("search");
  const results = document.getElementById("results");
  const page = document.getElementById("page");
  const rank = ([name, file, , sentence], words) => {
    const lower = name.toLowerCase();
    const last = lower.slice(lower.lastIndexOf(".") + 1);
    const all = (lower + " " + file + " " + sentence).toLowerCase();
    if (!words.every((word) => all.includes(word))) return -1;
    const first = words[0];
    return last === first ? 0 : last.startsWith(first) ? 1 : lower.startsWith(first) ? 2 : lower.includes(first) ? 3 : 4;
  };
  const show = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    page.hidden = words.length > 0;
    const found = ENTRIES.map((entry) => [rank(entry, words), entry])
      .filter(([order]) => words.length > 0 && order >= 0)
      .sort(([a, x], [b, y]) => a - b || x[0].length - y[0].length)
      .slice(0, 100);
    results.replaceChildren(
      ...found.map(([, [name, file, address, sentence]]) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = root + address;
        link.textContent = name;
        const more = document.createElement("small");
        more.textContent = " " + file + (sentence === "" ? "" : " – " + sentence);
        item.append(link, more);
        return item;
      }),
    );
    if (words.length > 0 && found.length === 0) results.textContent = "Nothing found.";
  };
  const close = () => {
    input.value = "";
    show();
  };
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") results.querySelector("a")?.click();
    if (event.key === "Escape") close();
  });
  // A result on the page that is open changes only the anchor.
  results.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
})();
`;
