// Files in the fragment of an address, compressed. The first letter is the version of the form.
const PREFIX = "#1";

async function through(stream, bytes) {
  const result = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(result).arrayBuffer());
}

export async function hashOf(files) {
  const text = new TextEncoder().encode(JSON.stringify(files));
  const packed = await through(new CompressionStream("deflate-raw"), text);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The files of an address; null if it holds none that can be read. */
export async function filesFromHash(hash) {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const letters = atob(hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(new DecompressionStream("deflate-raw"), packed);
    const files = JSON.parse(new TextDecoder().decode(text));
    const sound = Object.values(files).every((each) => typeof each === "string");
    return sound && Object.keys(files).length > 0 ? { "main.std": "", ...files } : null;
  } catch {
    return null;
  }
}
