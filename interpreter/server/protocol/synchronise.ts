// What the client says about its documents, folders and files.
import {
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidCreateFilesNotification,
  DidDeleteFilesNotification,
  DidOpenTextDocumentNotification,
  DidRenameFilesNotification,
  DidSaveTextDocumentNotification,
  type ProtocolConnection,
  type ProtocolNotificationType,
} from "vscode-languageserver/node";
import type { Change } from "../text/edits.ts";
import type { Session } from "./session.ts";
import { settingsFrom } from "./settings.ts";
import { pathOfUri } from "./uris.ts";

export function synchronise(connection: ProtocolConnection, session: Session, isReady: () => boolean): void {
  const on = <P, RO>(type: ProtocolNotificationType<P, RO>, handle: (params: P) => void): void => {
    connection.onNotification(type, (params) => {
      if (isReady()) handle(params);
    });
  };
  on(DidOpenTextDocumentNotification.type, ({ textDocument: { uri, version, text } }) =>
    session.opened(uri, version, text),
  );
  on(DidChangeTextDocumentNotification.type, ({ textDocument: { uri, version }, contentChanges }) => {
    // Without versions, changes come in their order.
    const next = version ?? (session.documents.get(uri)?.version ?? 0) + 1;
    const document = session.documents.change(uri, next, contentChanges as readonly Change[]);
    if (document !== null) session.edited(document);
  });
  on(DidCloseTextDocumentNotification.type, ({ textDocument: { uri } }) => session.closed(uri));
  const refresh = (): void => {
    session.workspace.refresh();
    session.changed();
  };
  on(DidSaveTextDocumentNotification.type, refresh);
  on(DidCreateFilesNotification.type, refresh);
  on(DidDeleteFilesNotification.type, refresh);
  on(DidRenameFilesNotification.type, refresh);
  on(DidChangeWatchedFilesNotification.type, ({ changes }) => {
    for (const { uri } of changes) session.workspace.files.forget(pathOfUri(uri) ?? uri);
    session.workspace.refresh();
    session.workspace.touch();
    session.changed();
  });
  on(DidChangeWorkspaceFoldersNotification.type, ({ event: { added, removed } }) => {
    const gone = new Set(removed.map(({ uri }) => pathOfUri(uri)));
    const kept = session.workspace.folders.filter((folder) => !gone.has(folder));
    session.workspace.setFolders([...kept, ...added.flatMap(({ uri }) => pathOfUri(uri) ?? [])]);
    session.changed();
  });
  on(DidChangeConfigurationNotification.type, ({ settings }) => {
    session.settings = settingsFrom(settings);
  });
}
