// When files move, the imports of them and in them follow.
import type { TextEdit } from "../text/edits.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { relativePath } from "./imports.ts";

export interface Move {
  readonly from: string;
  readonly to: string;
}

export function movedImports(workspace: Workspace, moves: readonly Move[]): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>();
  const after = (path: string): string => {
    for (const { from, to } of moves) {
      if (path === from) return to;
      if (path.startsWith(`${from}/`) || path.startsWith(`${from}\\`)) return to + path.slice(from.length);
    }
    return path;
  };
  for (const path of workspace.allFiles()) {
    const unit = workspace.unit(path);
    if (unit === undefined) continue;
    for (const item of unit.tree.items) {
      const target = item.kind === "Import" ? unit.imports.get(item.pathSpan.start) : null;
      if (item.kind !== "Import" || target == null || !/^\.\.?\//.test(item.path)) continue;
      if (after(path) === path && after(target) === target) continue;
      const moved = relativePath(after(path), after(target));
      const written = item.path.endsWith(".std") ? `${moved}.std` : moved;
      if (written === item.path) continue;
      edits.set(path, [...(edits.get(path) ?? []), { span: item.pathSpan, text: JSON.stringify(written) }]);
    }
  }
  return edits;
}
