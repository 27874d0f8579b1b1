// Content types by suffix, for `app.files` (reference/http-server#files): what the web uses, as the registry of IANA and
// the MIME sniffing standard name it. `Response.file` has a shorter table of its own, which stays.

const UTF8 = "; charset=utf-8";

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries({
  html: `text/html${UTF8}`, htm: `text/html${UTF8}`, xhtml: "application/xhtml+xml", css: `text/css${UTF8}`,
  js: `text/javascript${UTF8}`, mjs: `text/javascript${UTF8}`, cjs: `text/javascript${UTF8}`, json: "application/json",
  map: "application/json", jsonld: "application/ld+json", geojson: "application/geo+json", webmanifest: "application/manifest+json",
  xml: "text/xml", xsl: "text/xml", rss: "application/rss+xml", atom: "application/atom+xml", txt: `text/plain${UTF8}`, text: `text/plain${UTF8}`,
  log: `text/plain${UTF8}`, md: `text/markdown${UTF8}`, csv: `text/csv${UTF8}`, tsv: `text/tab-separated-values${UTF8}`,
  ics: `text/calendar${UTF8}`, vcf: `text/vcard${UTF8}`, vtt: `text/vtt${UTF8}`, yaml: "application/yaml", yml: "application/yaml",
  toml: "application/toml", std: `text/plain${UTF8}`, wasm: "application/wasm", pdf: "application/pdf", rtf: "application/rtf",
  png: "image/png", apng: "image/apng", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", avif: "image/avif",
  svg: "image/svg+xml", ico: "image/vnd.microsoft.icon", bmp: "image/bmp", tif: "image/tiff", tiff: "image/tiff", heic: "image/heic", jxl: "image/jxl",
  woff: "font/woff", woff2: "font/woff2", ttf: "font/ttf", otf: "font/otf", eot: "application/vnd.ms-fontobject",
  mp3: "audio/mpeg", m4a: "audio/mp4", aac: "audio/aac", oga: "audio/ogg", ogg: "audio/ogg", opus: "audio/ogg", wav: "audio/wav", flac: "audio/flac",
  weba: "audio/webm", mid: "audio/midi", midi: "audio/midi", mp4: "video/mp4", m4v: "video/mp4", webm: "video/webm", ogv: "video/ogg",
  mov: "video/quicktime", avi: "video/x-msvideo", mkv: "video/matroska", mpeg: "video/mpeg", mpg: "video/mpeg", ts: "video/mp2t",
  m3u8: "application/vnd.apple.mpegurl", mpd: "application/dash+xml", zip: "application/zip", gz: "application/gzip", tgz: "application/gzip",
  bz2: "application/x-bzip2", xz: "application/x-xz", zst: "application/zstd", "7z": "application/x-7z-compressed", tar: "application/x-tar",
  rar: "application/vnd.rar", jar: "application/java-archive", epub: "application/epub+zip", doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation", odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet", odp: "application/vnd.oasis.opendocument.presentation",
  sqlite: "application/vnd.sqlite3", gltf: "model/gltf+json", glb: "model/gltf-binary",
}));

/** By the last suffix, in any case. */
export function typeOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return (dot < 0 ? undefined : TYPES.get(name.slice(dot + 1).toLowerCase())) ?? "application/octet-stream";
}
