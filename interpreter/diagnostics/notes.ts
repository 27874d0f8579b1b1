// Texts beside the message of a code: labels of marked locations, hints, and the problem that a message
// names.
import { apiNotes } from "./api-notes.ts";
import { checkNotes } from "./check-notes.ts";
import { habitNotes } from "./habit-notes.ts";
import { loadingNotes } from "./loading-notes.ts";
import { syntaxNotes } from "./syntax-notes.ts";

/** A value to insert into a text: a name, a type as shown, a number. */
export type Part = string | number | bigint | boolean;

export const notes = { ...apiNotes, ...checkNotes, ...habitNotes, ...loadingNotes, ...syntaxNotes };
