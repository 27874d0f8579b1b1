// Signals between the thread of a database and that of the program, besides messages: each can wait for the
// other without its event loop.

/** The index of the number of requests. */
export const ASKED = 0;
/** The index of the number of replies. */
export const ANSWERED = 1;
/** The index of a flag: 1 while the database's thread waits for the next request outside its event loop. */
export const ATTENTIVE = 2;
/** The index of the progress of opening a file: 1 when the program allows it, 2 when it is done. */
export const OPENING = 3;
export const SIGNALS = 4;
/** The id of the reply by which the database's thread asks whether it may open its file. */
export const ASK = -1;
