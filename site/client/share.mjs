// Files in the fragment of an address, compressed. The first letter is the version of the form.
const PREFIX = "#1";
/** Characters: no browser takes longer addresses. */
const MOST_HASH = 1_000_000;
/** Bytes: a short address must not become a text that fills the memory. */
const MOST_FILES = 5_000_000;

async function through(stream, bytes) {
  const pieces = [];
  let length = 0;
  for await (const piece of read(new Blob([bytes]).stream().pipeThrough(stream))) {
    length += piece.length;
    if (length > MOST_FILES) throw new Error("the files are too large");
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Not every browser iterates over streams. */
async function* read(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** @throws Error if the files are too large for an address */
export async function hashOf(files) {
  const text = new TextEncoder().encode(JSON.stringify(files));
  const packed = await through(new CompressionStream("deflate-raw"), text);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  const hash = PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (hash.length > MOST_HASH) throw new Error("the files are too large for an address");
  return hash;
}

/** The part of an address that holds files, or should; "" for others, such as that of the link to the content. */
export function sharedHash() {
  return /^#\d/.test(location.hash) ? location.hash : "";
}

/** The files of an address; null if it holds none that can be read. */
export async function filesFromHash(hash) {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const letters = atob(hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(new DecompressionStream("deflate-raw"), packed);
    const files = JSON.parse(new TextDecoder().decode(text));
    return areFiles(files) ? { "main.std": "", ...files } : null;
  } catch {
    return null;
  }
}

/** Whether a value maps names of files to their texts. */
export function areFiles(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const texts = Object.values(value);
  return texts.length > 0 && texts.every((each) => typeof each === "string");
}
