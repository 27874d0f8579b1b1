// Loops and their values (reference/expressions#control-flow, reference/checking#blocks-and-branches).
import { notes } from "../../diagnostics/index.ts";
import type { Block, For, Ident, Loop, While } from "../../syntax/index.ts";
import type { Body, Expected, LoopFrame } from "../body/index.ts";
import { bindPattern } from "../patterns/index.ts";
import { NEVER, type Type } from "../types/index.ts";
import { discardBlock, endsWithout } from "./blocks.ts";
import { inCondition } from "./conditions.ts";
import { iterate } from "./iteration.ts";

function inLoop(body: Body, frame: LoopFrame, block: Block): LoopFrame {
  const { label } = frame;
  body.frame.loops.push(frame);
  if (label !== null) body.labels.push(label);
  discardBlock(body, block);
  if (label !== null) leaveLabel(body, label);
  body.frame.loops.pop();
  return frame;
}

function leaveLabel(body: Body, label: Ident): void {
  body.labels.pop();
  if (!body.usedLabels.has(label) && /^[A-Za-z]\w*$/.test(label.name))
    body.warn("W14", label.span, { name: label.name }, { hint: notes.jumpInsideOf(label.name) });
}

export function inferLoop(body: Body, node: Loop, _hint: Type | null): Type {
  const type = body.fresh(node.span, notes.valueOfThisLoop, "unit");
  return loopType(
    body,
    inLoop(body, { kind: "loop", label: node.label, type, from: null, broken: "never" }, node.body),
  );
}

export function checkLoop(body: Body, node: Loop, expected: Expected): Type {
  const frame = inLoop(
    body,
    { kind: "loop", label: node.label, type: expected.type, from: expected.from, broken: "never" },
    node.body,
  );
  if (frame.broken === "plain") endsWithout(body, node, expected);
  return loopType(body, frame);
}

function loopType(body: Body, frame: LoopFrame): Type {
  switch (frame.broken) {
    case "never":
      return NEVER;
    case "plain":
      return body.context.unit;
    case "value":
      return frame.type;
  }
}

export function inferWhile(body: Body, node: While): Type {
  inCondition(body, node.condition, () =>
    inLoop(
      body,
      { kind: "while", label: node.label, type: body.context.unit, from: null, broken: "never" },
      node.body,
    ),
  );
  return body.context.unit;
}

export function inferFor(body: Body, node: For): Type {
  const element = iterate(body, node);
  body.scoped(() => {
    bindPattern(body, node.pattern, element, "for");
    inLoop(
      body,
      { kind: "for", label: node.label, type: body.context.unit, from: null, broken: "never" },
      node.body,
    );
  });
  return body.context.unit;
}
