// The functions that a literal of a map or set calls.
import type { MapLit, SetLit } from "../../syntax/index.ts";
import { boundsOf, oblige, type Body } from "../body/index.ts";
import { pairs, type NamedType, type Type } from "../types/index.ts";
import { methodCallee } from "./methods.ts";

export function useCollection(
  body: Body,
  node: SetLit | MapLit,
  type: NamedType,
  insert: "add" | "set",
): Type {
  const bounds = boundsOf(type.symbol.typeParams, pairs(type.symbol.typeParams, type.args), node.span);
  for (const obligation of bounds) oblige(body, obligation);
  const create = methodCallee(body, type, "new", node.span);
  const add = methodCallee(body, type, insert, node.span);
  if (create !== null && add !== null) body.use(node, { kind: "Collection", create, add });
  return type;
}
