// The entry point for editors that need no protocol; it loads nothing of vscode-languageserver.
export {
  LanguageService,
  type Action,
  type Completions,
  type Hover,
  type Outline,
  type UnitSpan,
  type Refused,
  type Renamed,
  type Signature,
  type TextEdit,
} from "./language-service.ts";
export type { Disk } from "../workspace/files.ts";
