// Names inside the text that is compiled for an input; programs cannot use such names.

/** The function that holds the input's statements. */
export const ENTRY = "__input";
/** The value of the input's trailing expression. */
export const VALUE = "__value";
