// Methods that propose changes of texts.
import {
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  LSPErrorCodes,
  PrepareRenameRequest,
  RenameRequest,
  ResponseError,
} from "vscode-languageserver/node";
import { formatting, onTypeFormatting, rangeFormatting } from "../features/formatting.ts";
import { prepareRename, rename } from "../features/rename.ts";
import type { Answer } from "./connection.ts";
import { atPosition } from "./methods-reading.ts";
import type { Session } from "./session.ts";

export function editingMethods(answer: Answer, session: Session): void {
  answer(PrepareRenameRequest.type, (params) =>
    atPosition(session, params, (view, offset) => {
      const found = prepareRename(session.workspace, view, offset);
      if ("refused" in found) throw refusal(found.refused);
      return { range: session.range(view.source, found.span), placeholder: found.name };
    }),
  );
  answer(RenameRequest.type, (params) =>
    atPosition(session, params, (view, offset) => {
      const found = rename(session.workspace, view, offset, params.newName);
      if ("refused" in found) throw refusal(found.refused);
      return session.workspaceEdit(found.edits);
    }),
  );
  answer(DocumentFormattingRequest.type, ({ textDocument }) => {
    const source = editable(session, textDocument.uri);
    return source === null ? null : session.edits(source, formatting(source));
  });
  answer(DocumentRangeFormattingRequest.type, ({ textDocument, range }) => {
    const source = editable(session, textDocument.uri);
    if (source === null) return null;
    const span = { start: session.offset(source, range.start), end: session.offset(source, range.end) };
    return session.edits(source, rangeFormatting(source, span));
  });
  answer(DocumentOnTypeFormattingRequest.type, ({ textDocument, position, ch }) => {
    const source = editable(session, textDocument.uri);
    if (source === null) return null;
    return session.edits(source, onTypeFormatting(source, session.offset(source, position), ch));
  });
}

function refusal(reason: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, reason);
}

/** The text of a document that is the user's to change. */
function editable(session: Session, uri: string) {
  const document = session.documents.get(uri);
  if (document === undefined || session.library.unit(document.path) !== null) return null;
  return document.source;
}
