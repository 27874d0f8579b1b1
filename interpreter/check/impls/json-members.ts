// Checks `@json` of fields (reference/derive#derives): only an `Option` may be missing, and two fields cannot
// have the same member.
import { notes } from "../../diagnostics/index.ts";
import type { Context } from "../context.ts";
import { mayBeMissing, memberName } from "../derive/index.ts";
import type { ModuleState } from "../names/index.ts";
import { isError, prune, showType, type StructSymbol } from "../types/index.ts";

/** Reports T1 and P4; returns false if derived JSON code of the struct cannot work. */
export function jsonAttributesFit(context: Context, state: ModuleState, struct: StructSymbol): boolean {
  let fit = true;
  const members = new Set<string>();
  struct.node.fields.forEach((field, i) => {
    const type = prune(struct.fields[i]!.type);
    const isOption = type.kind === "Named" && type.symbol === context.enums.option;
    if (mayBeMissing(field) && !isOption && !isError(type)) {
      fit = false;
      context.report(
        "T1",
        state,
        field.type.span,
        { expected: showType(context.option(type)), actual: showType(type) },
        {
          hint: notes.onlyOptionMayBeMissing,
        },
      );
    }
    const name = memberName(field);
    if (members.has(name)) {
      fit = false;
      context.report("P4", state, field.name.span, { name }, { hint: notes.jsonMemberNamesDiffer });
    }
    members.add(name);
  });
  return fit;
}
