// The names and contents of files that `migrate` applies.

const NUMBERED = /^([0-9]{1,15})[^/]*\.sql$/;

/** Returns the number at the start of the name of an SQL file, or -1. */
export function migrationNumber(name: string): number {
  const number = NUMBERED.exec(name)?.[1];
  return number === undefined ? -1 : Number(number);
}

const BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** FNV-1a in 64 bits: it finds changes that are made by mistake, not by intent. */
export function checksum(text: string): string {
  let hash = BASIS;
  for (let i = 0; i < text.length; i++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * PRIME);
  return hash.toString(16).padStart(16, "0");
}
