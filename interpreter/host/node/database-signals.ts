// Signals between the thread of a database and that of the program, besides messages: each can wait for the
// other without its event loop.

/** The index of the number of requests. */
export const ASKED = 0;
/** The index of the number of replies. */
export const ANSWERED = 1;
/** The index of a flag: 1 while the database's thread waits for the next request outside its event loop. */
export const ATTENTIVE = 2;
export const SIGNALS = 3;
