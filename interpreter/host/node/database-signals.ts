// What a database's thread and the program's say to each other besides messages, so that either can wait for the other one
// without its event loop.

/** How many requests there were. */
export const ASKED = 0;
/** How many replies there were. */
export const ANSWERED = 1;
/** 1 while the database's thread waits for the next request, and not in its event loop. */
export const ATTENTIVE = 2;
export const SIGNALS = 3;
