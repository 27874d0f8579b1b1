// Code actions: the fixes of diagnostics, refactorings, the order of imports; and the edits that a move of files
// needs.
import {
  CodeActionKind,
  CodeActionRequest,
  WillRenameFilesRequest,
  type CodeAction,
  type CodeActionParams,
} from "vscode-languageserver/node";
import type { ActionKind } from "../actions/index.ts";
import { offeredActions } from "../actions/offered.ts";
import { movedImports } from "../features/moves.ts";
import type { Answer } from "./options.ts";
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
  const wants = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const known = {
    diagnostics: session.latest.get(unit) ?? [],
    unitOf: (name: string): string | null => session.unitOfName(name),
  };
  return offeredActions(view, span, known, wants(CodeActionKind.Refactor))
    .filter(({ action }) => wants(KINDS[action.kind]))
    .map(({ action: { title, kind, isPreferred, edits }, fixes }) => ({
      title,
      kind: KINDS[kind],
      ...(fixes !== undefined && { diagnostics: [session.shownDiagnostic(source, fixes)] }),
      ...(isPreferred === true && { isPreferred: true }),
      edit: session.workspaceEdit(edits),
    }));
}
