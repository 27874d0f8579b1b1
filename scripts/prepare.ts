// Builds dist/ after `npm ci`. npm runs this again when `npx std` links the clone into its cache, and before it
// packs: then there is nothing to do unless a source has changed.
import ensureBuilt from "./ensure-built.ts";
import { linkCommand } from "./link-command.ts";

ensureBuilt();
linkCommand();
