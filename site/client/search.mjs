// Search over all sections of all pages. The index is loaded when the field is first used.
import MiniSearch from "minisearch";

export function startSearch() {
  const field = document.getElementById("search");
  const list = document.getElementById("found");
  const root = document.body.dataset.root;
  let index = null;
  const load = () => {
    index ??= fetch(`${root}search.json`)
      .then((response) => response.json())
      .then((sections) => {
        const found = new MiniSearch({
          fields: ["title", "page", "text"],
          storeFields: ["title", "page", "path"],
          searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 } },
        });
        found.addAll(sections);
        return found;
      });
    return index;
  };
  field.addEventListener("focus", load);
  field.addEventListener("input", async () => {
    const found = (await load()).search(field.value).slice(0, 12);
    list.replaceChildren(
      ...found.map(({ title, page, path }) => {
        const link = document.createElement("a");
        link.href = root + path;
        link.textContent = title;
        const note = document.createElement("small");
        note.textContent = page;
        link.append(note);
        const item = document.createElement("li");
        item.append(link);
        return item;
      }),
    );
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") list.replaceChildren();
    const typing = event.target.closest?.("input, textarea, select, .cm-editor");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      field.focus();
    }
  });
}
