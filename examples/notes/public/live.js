// Shows new notes as they are written.
new EventSource("/live").addEventListener("note", (event) => {
  const note = JSON.parse(event.data);
  const article = document.createElement("article");
  const author = document.createElement("b");
  const text = document.createElement("p");
  author.textContent = note.author;
  text.textContent = note.text;
  article.append(author, text);
  if (note.picture) article.append(Object.assign(new Image(), { src: `/pictures/${encodeURIComponent(note.picture)}` }));
  document.getElementById("notes").prepend(article);
});
