// The problems, labels and hints of diagnostics of operations and their inputs.
import type { Part } from "./notes.ts";

export const apiNotes = {
  twoSources: (name: Part) => `\`${name}\` has two sources`,
  keepOneSource: "an input has one source: remove the other",
  commaIsForLists: "`comma` is for lists that come from the query",
  writeQueryBeforeList: "write `@from(query, comma)` before a `List`",
  bodyNeedsFromJson: (type: Part) =>
    `\`${type}\` cannot be read from a body: it does not implement \`FromJson\``,
  deriveFromJson: "write `@derive(FromJson)` before the type",
  noText: (type: Part, source: Part) => `\`${type}\` cannot be read from a ${source}`,
  textsAre:
    "values of a path, query, header, cookie or form are `Int`, `Float`, `Bool`, `String`, `Char`, `Date`, `DateTime`, enums with `@json(string)`, and options and lists of these",
  writeFromBody: "write `@from(body)` before it if it is the body",
  writeFromContext: "write `@from(context)` before it if a scheme of authentication gives it",
  secondBody: (name: Part) => `\`${name}\` is the body already`,
  oneBody: "a request has one body: put both into one struct",
  tooManyInputs: "a handler has at most 8 parameters",
  useStructForInputs: "put the inputs into a struct with `@derive(FromRequest)`",
  noInput: (type: Part) => `\`${type}\` is not read from a request as a whole`,
  nameTheHandler:
    "write the name of the function or a lambda in the call, or derive `FromRequest` for the type",
  noResponse: (type: Part) =>
    `\`${type}\` cannot be sent: it implements neither \`ToJson\` nor \`ToResponse\``,
  noProblem: (type: Part) =>
    `\`${type}\` is no problem that can be sent: it does not implement \`ToProblem\``,
  implementToProblem: "use `ApiError`, or implement `ToProblem` for it",
  deriveToJson: "write `@derive(ToJson)` before the type",
  unreadName: (name: Part) => `no input reads \`:${name}\``,
  inputsAre: (names: Part) => `inputs that a path can give are ${names}`,
  noInputsForPath: "add a parameter or field of that name, or remove it from the pattern",
  lackingName: (name: Part) => `the pattern has no \`:${name}\``,
  addToPattern: (name: Part) => `write \`:${name}\` in the pattern, or \`@from(query)\` before the input`,
  bodyOfGet: (method: Part) => `${method} requests have no body`,
  usePostOrQuery: "register it with `post` or `put`, or read the values from the query",
  usePostOrContext: (name: Part) =>
    `register it with \`post\` or \`put\`, or write \`@from(context)\` before \`${name}\` if a scheme of authentication gives it`,
  registeredHere: "the earlier one",
  moveBefore: "register it before the earlier one, or remove it",
} as const;
