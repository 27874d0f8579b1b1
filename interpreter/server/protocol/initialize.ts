// What the server can do, and what it learns of the client at the start.
import {
  CodeActionKind,
  DidChangeWatchedFilesNotification,
  FileOperationPatternKind,
  RegistrationRequest,
  TextDocumentSyncKind,
  type InitializeParams,
  type InitializeResult,
} from "vscode-languageserver/node";
import { TOKEN_MODIFIERS, TOKEN_TYPES } from "../features/tokens.ts";
import { chosenEncoding } from "../text/positions.ts";
import type { Session } from "./session.ts";
import { settingsFrom } from "./settings.ts";
import { pathOfUri } from "./uris.ts";

const SCRIPTS = {
  filters: [
    { scheme: "file", pattern: { glob: "**/*.std", matches: FileOperationPatternKind.file } },
    { scheme: "file", pattern: { glob: "**", matches: FileOperationPatternKind.folder } },
  ],
};

const watching = new WeakSet<Session>();

export function initialize(session: Session, params: InitializeParams, version: string): InitializeResult {
  const { capabilities, workspaceFolders, rootUri, initializationOptions } = params;
  const { general, workspace, textDocument } = capabilities;
  const encoding = chosenEncoding(general?.positionEncodings);
  session.documents.encoding = encoding;
  session.settings = settingsFrom(initializationOptions);
  session.hasVersionedEdits = workspace?.workspaceEdit?.documentChanges === true;
  session.hasSnippets = textDocument?.completion?.completionItem?.snippetSupport === true;
  const hover = textDocument?.hover?.contentFormat;
  session.hasMarkdown = hover === undefined || hover.includes("markdown");
  if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true) watching.add(session);
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
  session.workspace.setFolders(uris.flatMap((uri) => pathOfUri(uri) ?? []));
  return {
    serverInfo: { name: "std lsp", version },
    capabilities: {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      hoverProvider: true,
      definitionProvider: true,
      typeDefinitionProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      renameProvider: { prepareProvider: true },
      completionProvider: { triggerCharacters: [".", "/", "{", "@", '"'], resolveProvider: true },
      signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: [")"] },
      codeActionProvider: {
        codeActionKinds: [
          CodeActionKind.QuickFix,
          CodeActionKind.RefactorExtract,
          CodeActionKind.RefactorInline,
          CodeActionKind.RefactorRewrite,
          CodeActionKind.SourceOrganizeImports,
          CodeActionKind.SourceFixAll,
        ],
      },
      codeLensProvider: {},
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
      documentOnTypeFormattingProvider: { firstTriggerCharacter: "}", moreTriggerCharacter: ["\n"] },
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      callHierarchyProvider: true,
      inlayHintProvider: true,
      semanticTokensProvider: {
        legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
        full: true,
        range: true,
      },
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        fileOperations: { willRename: SCRIPTS, didRename: SCRIPTS, didCreate: SCRIPTS, didDelete: SCRIPTS },
      },
    },
  };
}

/** The client is ready: its files are watched, and everything is checked. */
export function initialized(session: Session): void {
  if (watching.has(session)) {
    const watchers = ["**/*.std", "**/package.json", "**/.gitignore"].map((globPattern) => ({ globPattern }));
    session.connection
      .sendRequest(RegistrationRequest.type, {
        registrations: [
          { id: "scripts", method: DidChangeWatchedFilesNotification.method, registerOptions: { watchers } },
        ],
      })
      .catch(() => session.pollDisk());
  } else session.pollDisk();
  session.changed();
}
