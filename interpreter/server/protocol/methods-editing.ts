// Methods that propose changes of texts.
import {
  CompletionItemKind,
  CompletionRequest,
  CompletionResolveRequest,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  InsertTextFormat,
  InsertTextMode,
  LSPErrorCodes,
  PrepareRenameRequest,
  RenameRequest,
  ResponseError,
  type CompletionItem,
} from "vscode-languageserver/node";
import { completions } from "../features/completion.ts";
import type { Completion, CompletionKind } from "../features/completion-item.ts";
import { formatting, onTypeFormatting, rangeFormatting } from "../features/formatting.ts";
import { prepareRename, rename } from "../features/rename.ts";
import type { Answer } from "./options.ts";
import { atPosition, markup } from "./methods-reading.ts";
import type { Session } from "./session.ts";

const KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  function: CompletionItemKind.Function,
  method: CompletionItemKind.Method,
  field: CompletionItemKind.Field,
  variable: CompletionItemKind.Variable,
  constant: CompletionItemKind.Constant,
  type: CompletionItemKind.Struct,
  trait: CompletionItemKind.Interface,
  variant: CompletionItemKind.EnumMember,
  module: CompletionItemKind.Module,
  keyword: CompletionItemKind.Keyword,
  snippet: CompletionItemKind.Snippet,
  file: CompletionItemKind.File,
};

/** A snippet for a client that knows none: its places are left empty, lists of arguments are left to the user. */
function withoutPlaces(text: string): string {
  return text
    .replace(/\((?:\$\{\d+:[^}]*\}(?:, )?|\$\d)+\)(?:\$0)?$/, "")
    .replace(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, "$1")
    .replace(/\$\d/g, "")
    .replace(/\\([\\$}])/g, "$1");
}

export function editingMethods(answer: Answer, session: Session): void {
  completionMethods(answer, session);
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

function completionMethods(answer: Answer, session: Session): void {
  answer(CompletionRequest.type, ({ textDocument, position }) => {
    const document = session.documents.get(textDocument.uri);
    if (document === undefined || session.library.unit(document.path) !== null) return null;
    const { source, path } = document;
    const offset = session.offset(source, position);
    const { span, items, isIncomplete } = completions(session.workspace, path, source, offset);
    const shown = (item: Completion, i: number): CompletionItem => {
      const { label, kind, detail, documentation, insert, isSnippet, span: own, filter, rank, also } = item;
      const isPlain = isSnippet !== true || !session.hasSnippets;
      return {
        label,
        kind: KINDS[kind],
        ...(detail !== undefined && { detail }),
        ...(documentation !== undefined &&
          documentation !== "" && { documentation: markup(session, "", documentation) }),
        sortText: `${rank}${String(i).padStart(4, "0")}`,
        ...(filter !== undefined && { filterText: filter }),
        insertTextFormat: isPlain ? InsertTextFormat.PlainText : InsertTextFormat.Snippet,
        // Further lines are indented as the first.
        ...(insert.includes("\n") && { insertTextMode: InsertTextMode.adjustIndentation }),
        textEdit: {
          range: session.range(source, own ?? span),
          newText: isPlain && isSnippet === true ? withoutPlaces(insert) : insert,
        },
        ...(also !== undefined && also.length > 0 && { additionalTextEdits: session.edits(source, also) }),
      };
    };
    const sorted = items.toSorted((a, b) => a.rank - b.rank || (a.label < b.label ? -1 : 1));
    return { isIncomplete, items: sorted.map(shown) };
  });
  // Everything is in the list already.
  answer(CompletionResolveRequest.type, (item) => item);
}
