// Checks exhaustiveness and reachability of a match (reference/checking#exhaustiveness,
// reference/patterns#patterns).
import { notes, type Extra } from "../../diagnostics/index.ts";
import { plainName, type Match, type NamePattern, type Pattern } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { variantNamed, type BodyLocal } from "../declare/index.ts";
import { coverage } from "./coverage.ts";
import { lackingCause } from "./pattern-hints.ts";
import { isIrrefutable, shapeOf, type Shape } from "./shape.ts";
import { isError, prune, type Type } from "../types/index.ts";
import { isValueOfFile, takesAll, variantLikeIn } from "../warnings/index.ts";

interface Arm {
  readonly shape: Shape;
  readonly guarded: boolean;
}

/** Whether the pattern is a single name that binds a whole option, which has been reported. */
function isMistaken({ state }: Body, { id, kind }: Pattern): boolean {
  const local = kind === "NamePattern" ? (state.facts.locals[id] as BodyLocal | undefined) : undefined;
  return local?.whole === true && isError(local.type);
}

/** Checks a match when the type of its subject is known. */
export function checkExhaustive(body: Body, node: Match, subject: Type): void {
  if (node.arms.length === 0) {
    body.report("T6", node.span, { missing: [] }, { hint: notes.addArmForEachCase });
    return;
  }
  body.finally.push(() => checkArms(body, node, prune(subject)));
}

/** The hint for an earlier arm whose name is that of a constant, but binds. */
function meantConstant(body: Body, arms: Match["arms"]): Extra {
  for (const { pattern, guard } of arms)
    if (pattern.kind === "NamePattern" && guard === null && isValueOfFile(body, pattern.name))
      return { related: [takesAll(body, pattern)], hint: notes.compareInGuard(plainName(pattern.name)) };
  return {};
}

function checkArms(body: Body, node: Match, subject: Type): void {
  if (isError(subject)) return;
  const arms: Arm[] = [];
  for (const arm of node.arms) {
    const shape = shapeOf(arm.pattern, body.state.facts);
    if (shape === null) return;
    arms.push({ shape, guarded: arm.guard !== null });
  }
  const repeated = repeatedArms(arms);
  const misled = misledArms(body, node, arms, repeated);
  for (const arm of repeated)
    if (!misled.has(arm) && !node.arms.slice(0, arm).some(({ pattern }) => isMistaken(body, pattern)))
      body.report(
        "T7",
        node.arms[arm]!.pattern.span,
        {},
        { label: notes.earlierArmTakesThis, ...meantConstant(body, node.arms.slice(0, arm)) },
      );
  const { reached, missing, gaveUp } = coverage(arms, subject);
  const catchAll = arms.some(({ shape, guarded }) => !guarded && isIrrefutable(shape));
  const head = { start: node.span.start, end: node.subject.span.end };
  if (gaveUp !== null) {
    const search = { limit: gaveUp, of: notes.patternsCompared };
    if (catchAll) body.warn("G2", head, { ...search, unknown: notes.armsNotCheckedForReach });
    else
      body.report("G1", head, search, {
        label: notes.armsNotCheckedForCover,
        hint: notes.addLastArm,
      });
    return;
  }
  if (missing.length > 0) {
    const examples = missing.filter((example) => example !== "_");
    body.report(
      "T6",
      head,
      { missing: examples },
      {
        hint: examples.length === 0 ? notes.addLastArm : notes.addMissingCasesOrLast,
      },
    );
  }
  node.arms.forEach((arm, i) => {
    if (reached.has(i) || repeated.has(i)) return;
    const name = variantLikeBefore(body, node, i);
    body.warn(
      "W6",
      arm.pattern.span,
      {},
      { label: notes.earlierArmsTakeAllOf, related: name === undefined ? [] : [takesAll(body, name)] },
    );
  });
}

/**
 * Reports together the arms that are unreachable only because a name above them looks like a variant and
 * matches every value: they are one mistake.
 */
function misledArms(
  body: Body,
  node: Match,
  arms: readonly Arm[],
  repeated: ReadonlySet<number>,
): ReadonlySet<number> {
  if (body.variantLike.size === 0 || repeated.size === 0) return new Set();
  const otherwise = repeatedArms(
    arms.map((arm, i) => ({
      ...arm,
      guarded: arm.guarded || variantLikeIn(body, node.arms[i]!.pattern).length > 0,
    })),
  );
  const misled = [...repeated].filter((arm) => !otherwise.has(arm));
  const [first, ...others] = misled;
  const name = first === undefined ? undefined : variantLikeBefore(body, node, first);
  if (name === undefined) return new Set();
  body.report(
    "T7",
    node.arms[first!]!.pattern.span,
    {},
    {
      label: notes.neverReached,
      related: [
        takesAll(body, name),
        ...others.map((arm) => body.label(node.arms[arm]!.pattern.span, notes.neverReachedEither)),
      ],
      ...causeOfVariantLike(body, name),
    },
  );
  return new Set(misled);
}

/** The cause of a name that is no variant of its enum, which other matches and values may share. */
function causeOfVariantLike(body: Body, { name, id }: NamePattern): Extra {
  const local = body.state.facts.locals[id];
  const type = local === undefined ? undefined : prune(local.type);
  if (type?.kind !== "Named" || type.symbol.kind !== "Enum") return {};
  return variantNamed(type.symbol, name) === undefined ? lackingCause(body, name, type.symbol) : {};
}

function variantLikeBefore(body: Body, node: Match, arm: number): NamePattern | undefined {
  for (const { pattern, guard } of node.arms.slice(0, arm)) {
    const [name] = guard === null ? variantLikeIn(body, pattern) : [];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The arms that are errors regardless of other arms: after a catch-all, or a repeated case. */
function repeatedArms(arms: readonly Arm[]): Set<number> {
  const repeated = new Set<number>();
  const seen = new Set<string>();
  let caught = false;
  arms.forEach(({ shape, guarded }, i) => {
    if (caught) {
      repeated.add(i);
      return;
    }
    if (guarded) return;
    if (isCatchAll(shape)) caught = true;
    const key = caseKey(shape);
    if (key === null) return;
    if (seen.has(key)) repeated.add(i);
    seen.add(key);
  });
  return repeated;
}

/** Whether it is `_`, a binding, or a struct pattern that matches every value. */
function isCatchAll(shape: Shape): boolean {
  return shape.kind !== "Variant" && isIrrefutable(shape);
}

/** The key of a case: one literal (not a float), or one variant with all its values. */
function caseKey(shape: Shape): string | null {
  switch (shape.kind) {
    case "Range":
      return shape.literal ? `number:${shape.low}` : null;
    case "Bool":
      return `bool:${shape.value}`;
    case "Text":
      return `text:${shape.value}`;
    case "Variant":
      return shape.parts.every(isIrrefutable) ? `variant:${shape.variant.index}` : null;
    case "Any":
    case "Struct":
    case "List":
    case "Float":
    case "Or":
      return null;
  }
}
