// The language server: what an editor asks about programs that are being written (docs/design/language-server.md).
export { serve, type Server } from "./protocol/connection.ts";
export type { ServerOptions } from "./protocol/options.ts";
export { withOrderedImports } from "./actions/ordered-imports.ts";
export { Workspace } from "./workspace/workspace.ts";
export type { Disk } from "./workspace/files.ts";
export type { Language } from "./workspace/workspace.ts";
