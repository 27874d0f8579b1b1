// The names in the compiled text of an input; programs cannot use such names.

/** The function with the statements of the input. */
export const ENTRY = "__input";
/** The variable with the value of the trailing expression. */
export const VALUE = "__value";
/** The function that pairs a value with its type at run time. */
export const SHOWN = "__shown";
/** The last value that was shown; programs may use this name, and may redeclare it. */
export const LAST = "it";
