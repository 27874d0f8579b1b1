// Methods that say what a program means, and change nothing.
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  CodeLensRequest,
  DefinitionRequest,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  ImplementationRequest,
  InlayHintKind,
  InlayHintRequest,
  MarkupKind,
  ReferencesRequest,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  SignatureHelpRequest,
  SymbolKind,
  TypeDefinitionRequest,
  WorkspaceSymbolRequest,
  type CallHierarchyItem,
  type DocumentSymbol,
  type MarkupContent,
  type SelectionRange,
  type TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { callees, callers, callItem, type CallItem } from "../features/calls.ts";
import { hover } from "../features/hover.ts";
import { inlayHints } from "../features/hints.ts";
import { lenses } from "../features/lenses.ts";
import {
  definition,
  implementations,
  references,
  typeDefinition,
  type UnitSpan,
} from "../features/navigation.ts";
import { closedAt, signatureHelp, type Signature } from "../features/signature.ts";
import { folds, selections } from "../features/structure.ts";
import { matches, outlineOf, type Outline, type SymbolKind as OutlineKind } from "../features/symbols.ts";
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from "../features/tokens.ts";
import type { Source } from "../../source/index.ts";
import { unitsIn } from "../text/positions.ts";
import type { FileView } from "../workspace/view.ts";
import type { Answer } from "./options.ts";
import type { Session } from "./session.ts";

/** The most symbols of the workspace that a query finds. */
const MOST_SYMBOLS = 1_000;

/** The signature of a call that is not closed yet, as if it was. */
function signatureOfOpenCall(session: Session, view: FileView, offset: number): Signature | null {
  const text = view.isBroken ? closedAt(view.source, offset) : null;
  const closed = text === null ? null : session.workspace.viewOfText(view.unit, text, offset);
  return closed === null ? null : signatureHelp(closed, offset);
}

/** Runs work with the view and the offset of a request; null if the document is not known. */
export function atPosition<T>(
  session: Session,
  { textDocument, position }: TextDocumentPositionParams,
  work: (view: FileView, offset: number) => T,
): T | null {
  const view = session.view(textDocument.uri);
  return view === null ? null : work(view, session.offset(view.source, position));
}

export function markup(session: Session, code: string, documentation: string): MarkupContent {
  return session.hasMarkdown
    ? {
        kind: MarkupKind.Markdown,
        value: [code === "" ? "" : `\`\`\`std\n${code}\n\`\`\``, documentation].filter(Boolean).join("\n\n"),
      }
    : { kind: MarkupKind.PlainText, value: [code, documentation].filter(Boolean).join("\n\n") };
}

export function readingMethods(answer: Answer, session: Session): void {
  placeMethods(answer, session);
  outlineMethods(answer, session);
  callMethods(answer, session);
  answer(HoverRequest.type, (params) =>
    atPosition(session, params, (view, offset) => {
      const found = hover(view, offset);
      if (found === null) return null;
      const { span, code, documentation } = found;
      return { contents: markup(session, code, documentation), range: session.range(view.source, span) };
    }),
  );
  answer(SignatureHelpRequest.type, (params) =>
    atPosition(session, params, (view, offset) => {
      const found = signatureHelp(view, offset) ?? signatureOfOpenCall(session, view, offset);
      if (found === null) return null;
      const { label, documentation, parameters, active } = found;
      return {
        signatures: [
          {
            label,
            documentation: markup(session, "", documentation),
            parameters: parameters.map(({ start, end }): { label: [number, number] } => ({
              label: [start, end],
            })),
            activeParameter: active,
          },
        ],
        activeSignature: 0,
        activeParameter: active,
      };
    }),
  );
  answer(InlayHintRequest.type, ({ textDocument, range }) => {
    const view = session.view(textDocument.uri);
    if (view === null) return null;
    const { source } = view;
    const span = { start: session.offset(source, range.start), end: session.offset(source, range.end) };
    return inlayHints(view, span, session.settings.hints).map(({ offset, label, kind }) => ({
      position: session.range(source, { start: offset, end: offset }).start,
      label,
      paddingLeft: kind === "waits",
      paddingRight: kind === "parameter",
      ...(kind !== "waits" && { kind: kind === "type" ? InlayHintKind.Type : InlayHintKind.Parameter }),
      ...(kind === "waits" && { tooltip: "This call may wait: other goroutines run in the meantime." }),
    }));
  });
  answer(SemanticTokensRequest.type, ({ textDocument }) => {
    const view = session.view(textDocument.uri);
    return view === null ? null : { data: encodedTokens(session, view) };
  });
  answer(SemanticTokensRangeRequest.type, ({ textDocument, range }) => {
    const view = session.view(textDocument.uri);
    if (view === null) return null;
    const start = session.offset(view.source, range.start);
    return { data: encodedTokens(session, view, { start, end: session.offset(view.source, range.end) }) };
  });
}

/** Five numbers per token, relative to the token before it. */
function encodedTokens(session: Session, view: FileView, range?: { start: number; end: number }): number[] {
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const { span, type, modifiers } of semanticTokens(view, range)) {
    const { start } = session.range(view.source, span);
    data.push(
      start.line - line,
      start.line === line ? start.character - character : start.character,
      unitsIn(view.source.text, span.start, span.end, session.documents.encoding),
      TOKEN_TYPES.indexOf(type),
      modifiers.reduce((bits, one) => bits | (1 << TOKEN_MODIFIERS.indexOf(one)), 0),
    );
    [line, character] = [start.line, start.character];
  }
  return data;
}

function placeMethods(answer: Answer, session: Session): void {
  const locations = (places: readonly UnitSpan[] | null) =>
    (places ?? []).flatMap(({ unit, span }) => session.location(unit, span) ?? []);
  answer(DefinitionRequest.type, (params) => locations(atPosition(session, params, definition)));
  answer(TypeDefinitionRequest.type, (params) => locations(atPosition(session, params, typeDefinition)));
  answer(ImplementationRequest.type, (params) =>
    locations(
      atPosition(session, params, (view, offset) => implementations(session.workspace, view, offset)),
    ),
  );
  answer(ReferencesRequest.type, (params) =>
    locations(
      atPosition(session, params, (view, offset) =>
        references(session.workspace, view, offset, params.context.includeDeclaration),
      ),
    ),
  );
  answer(DocumentHighlightRequest.type, (params) =>
    atPosition(session, params, (view, offset) =>
      references(session.workspace, view, offset)
        .filter(({ unit }) => unit === view.unit)
        .map(({ span, occurrence: { role } }) => ({
          range: session.range(view.source, span),
          kind:
            role === "write" || role === "declaration"
              ? DocumentHighlightKind.Write
              : DocumentHighlightKind.Read,
        })),
    ),
  );
}

const KINDS: Readonly<Record<OutlineKind, SymbolKind>> = {
  function: SymbolKind.Function,
  method: SymbolKind.Method,
  struct: SymbolKind.Struct,
  enum: SymbolKind.Enum,
  trait: SymbolKind.Interface,
  impl: SymbolKind.Class,
  alias: SymbolKind.TypeParameter,
  constant: SymbolKind.Constant,
  variable: SymbolKind.Variable,
  field: SymbolKind.Field,
  variant: SymbolKind.EnumMember,
  module: SymbolKind.Module,
};

function outlineMethods(answer: Answer, session: Session): void {
  answer(DocumentSymbolRequest.type, ({ textDocument }) => {
    const view = session.view(textDocument.uri);
    return view === null
      ? null
      : outlineOf(view.source, view.tree).map((one) => documentSymbol(session, view.source, one));
  });
  answer(WorkspaceSymbolRequest.type, ({ query }) => {
    const found = session.workspace.allFiles().flatMap((path) => {
      const unit = session.workspace.unit(path);
      if (unit === undefined) return [];
      return flattened(outlineOf(unit.source, unit.tree), "")
        .filter(({ outline }) => outline.kind !== "impl" && matches(outline.name, query))
        .map(({ outline, container }) => ({
          name: outline.name,
          kind: KINDS[outline.kind],
          location: { uri: session.uriOf(path), range: session.range(unit.source, outline.nameSpan) },
          ...(container !== "" && { containerName: container }),
        }));
    });
    const rank = (name: string): number =>
      name === query ? 0 : name.toLowerCase().startsWith(query.toLowerCase()) ? 1 : 2;
    return found.toSorted((a, b) => rank(a.name) - rank(b.name)).slice(0, MOST_SYMBOLS);
  });
  answer(FoldingRangeRequest.type, ({ textDocument }) => {
    const view = session.view(textDocument.uri);
    if (view === null) return null;
    return folds(view.source, view.tree).map(({ start, end, kind }) => ({
      startLine: start,
      endLine: end,
      kind,
    }));
  });
  answer(SelectionRangeRequest.type, ({ textDocument, positions }) => {
    const view = session.view(textDocument.uri);
    if (view === null) return null;
    return positions.map((position) => {
      const spans = selections(view.source, view.tree, session.offset(view.source, position));
      return spans.reduceRight<SelectionRange | undefined>(
        (parent, span) => ({
          range: session.range(view.source, span),
          ...(parent !== undefined && { parent }),
        }),
        undefined,
      )!;
    });
  });
  answer(CodeLensRequest.type, ({ textDocument }) => {
    const view = session.view(textDocument.uri);
    if (view === null) return null;
    return lenses(view.source.name, view.tree).map(({ span, title, command, name }) => ({
      range: session.range(view.source, span),
      command: { title, command, arguments: [textDocument.uri, name] },
    }));
  });
}

function documentSymbol(
  session: Session,
  source: Source,
  { name, kind, detail, span, nameSpan, children }: Outline,
): DocumentSymbol {
  return {
    name,
    kind: KINDS[kind],
    ...(detail !== "" && { detail }),
    range: session.range(source, span),
    selectionRange: session.range(source, nameSpan),
    children: children.map((child) => documentSymbol(session, source, child)),
  };
}

function flattened(all: readonly Outline[], container: string): { outline: Outline; container: string }[] {
  return all.flatMap((outline) => [{ outline, container }, ...flattened(outline.children, outline.name)]);
}

function callMethods(answer: Answer, session: Session): void {
  const shown = (item: CallItem): CallHierarchyItem | null => {
    const source = session.sourceOf(item.unit);
    if (source === null) return null;
    return {
      name: item.name,
      kind: SymbolKind.Function,
      ...(item.detail !== "" && { detail: item.detail }),
      uri: session.uriOf(item.unit),
      range: session.range(source, item.span),
      selectionRange: session.range(source, item.nameSpan),
    };
  };
  const at = <T>(item: CallHierarchyItem, work: (view: FileView, offset: number) => T): T | null =>
    atPosition(session, { textDocument: { uri: item.uri }, position: item.selectionRange.start }, work);
  answer(CallHierarchyPrepareRequest.type, (params) => {
    const item = atPosition(session, params, callItem);
    const found = item === null ? null : shown(item);
    return found === null ? null : [found];
  });
  answer(CallHierarchyIncomingCallsRequest.type, ({ item }) =>
    (at(item, (view, offset) => callers(session.workspace, view, offset)) ?? []).flatMap(
      ({ item: caller, spans }) => {
        const from = shown(caller);
        const source = session.sourceOf(caller.unit);
        if (from === null || source === null) return [];
        return [{ from, fromRanges: spans.map((span) => session.range(source, span)) }];
      },
    ),
  );
  answer(CallHierarchyOutgoingCallsRequest.type, ({ item }) =>
    (
      at(item, (view, offset) => callees(view, offset).map((one) => ({ ...one, source: view.source }))) ?? []
    ).flatMap(({ item: callee, spans, source }) => {
      const to = shown(callee);
      return to === null ? [] : [{ to, fromRanges: spans.map((span) => session.range(source, span)) }];
    }),
  );
}
