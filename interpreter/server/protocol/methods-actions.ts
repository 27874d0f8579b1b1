// Code actions: the fixes of diagnostics, refactorings, the order of imports; and the edits that a move of files
// needs.
import {
  CodeActionKind,
  CodeActionRequest,
  WillRenameFilesRequest,
  type CodeAction,
  type CodeActionParams,
} from "vscode-languageserver/node";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import { actionsAt, fixesOf, type Action, type ActionKind } from "../actions/index.ts";
import { organisedImports } from "../actions/organise.ts";
import { movedImports } from "../features/moves.ts";
import type { FileView } from "../workspace/view.ts";
import type { Answer } from "./connection.ts";
import type { Session } from "./session.ts";
import { pathOfUri } from "./uris.ts";

const KINDS: Readonly<Record<ActionKind, string>> = {
  quickfix: CodeActionKind.QuickFix,
  extract: CodeActionKind.RefactorExtract,
  inline: CodeActionKind.RefactorInline,
  rewrite: CodeActionKind.RefactorRewrite,
  organise: CodeActionKind.SourceOrganizeImports,
  fixAll: CodeActionKind.SourceFixAll,
};

export function actionMethods(answer: Answer, session: Session): void {
  answer(CodeActionRequest.type, async (params, token) => {
    const document = session.documents.get(params.textDocument.uri);
    if (document === undefined || session.library.unit(document.path) !== null) return null;
    // The diagnostics belong to the present text.
    await session.settled();
    if (token.isCancellationRequested) return null;
    return actionsFor(session, params);
  });
  answer(WillRenameFilesRequest.type, ({ files }) => {
    const moves = files.flatMap(({ oldUri, newUri }) => {
      const [from, to] = [pathOfUri(oldUri), pathOfUri(newUri)];
      return from === null || to === null ? [] : [{ from: session.pathOf(oldUri), to }];
    });
    const edits = movedImports(session.workspace, moves);
    return edits.size === 0 ? null : session.workspaceEdit(edits);
  });
}

function actionsFor(session: Session, { textDocument, range, context }: CodeActionParams): CodeAction[] {
  const view = session.view(textDocument.uri);
  if (view === null) return [];
  const { source, unit } = view;
  const span = { start: session.offset(source, range.start), end: session.offset(source, range.end) };
  const diagnostics = session.latest.get(unit) ?? [];
  const actions: CodeAction[] = [];
  const wants = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const add = (action: Action, of?: Diagnostic): void => {
    const kind = KINDS[action.kind];
    if (!wants(kind)) return;
    actions.push({
      title: action.title,
      kind,
      ...(of !== undefined && { diagnostics: [session.shownDiagnostic(source, of)] }),
      ...(action.isPreferred === true && { isPreferred: true }),
      edit: session.workspaceEdit(action.edits),
    });
  };
  const unitOf = (name: string): string | null => session.unitOfName(name);
  for (const diagnostic of diagnostics)
    if (touches(diagnostic.primary.span, span))
      for (const fix of fixesOf(diagnostic, unitOf)) add(fix, diagnostic);
  if (!view.isBroken || diagnostics.length === 0 || wants(CodeActionKind.Refactor))
    for (const action of actionsAt(view, span)) add(action);
  for (const action of sourceActions(view, diagnostics, unitOf)) add(action);
  return actions;
}

function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

function sourceActions(
  view: FileView,
  diagnostics: readonly Diagnostic[],
  unitOf: (name: string) => string | null,
): Action[] {
  const organised = organisedImports(view.source, view.tree, diagnostics, view.isBroken);
  const found: Action[] =
    organised.length === 0
      ? []
      : [{ title: "Organise imports", kind: "organise", edits: new Map([[view.unit, organised]]) }];
  // The first fix of each diagnostic, unless one of its edits overlaps with those before.
  const edits: { span: Span; text: string }[] = [];
  for (const diagnostic of diagnostics) {
    const [fix] = fixesOf(diagnostic, unitOf);
    const own = fix?.edits.get(view.unit);
    if (fix === undefined || own === undefined || fix.edits.size !== 1) continue;
    if (own.some((edit) => edits.some((other) => touches(edit.span, other.span)))) continue;
    edits.push(...own);
  }
  if (edits.length > 0)
    found.push({ title: "Apply all fixes", kind: "fixAll", edits: new Map([[view.unit, edits]]) });
  return found;
}
