// The names that npm accepts for new packages.

/** Why a package cannot have a name; null if it can. */
export function packageNameProblem(name: string): string | null {
  const own = name.startsWith("@") ? name.slice(name.indexOf("/") + 1) : name;
  if (name.length > 214) return "it has more than 214 characters";
  if (name.toLowerCase() !== name) return "it has capital letters";
  if (!/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    return "it may have letters, digits, `-`, `.`, `_` and a scope, as in @me/money";
  if (own === "node_modules" || own === "favicon.ico") return "npm reserves it";
  if (own === "std" || own === "stdlang") return "it is the name of the language";
  return null;
}
