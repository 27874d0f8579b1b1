// Names inside the text that is compiled for an input; programs cannot use such names.

/** The function that holds the input's statements. */
export const ENTRY = "__input";
/** The value of the input's trailing expression. */
export const VALUE = "__value";
/** The function that gives a value its type at run time. */
export const SHOWN = "__shown";
/** What programs may use: the last value that was shown, unless they give the name to something else. */
export const LAST = "it";
