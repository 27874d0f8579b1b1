// The table of all diagnostics: stable codes with severity and texts, from the tables of the phases.
import { apiCodes } from "./api-codes.ts";
import { checkCodes } from "./check-codes.ts";
import { compileCodes } from "./compile-codes.ts";
import { limitCodes } from "./limit-codes.ts";
import { literalCodes } from "./literal-codes.ts";
import { syntaxCodes } from "./syntax-codes.ts";
import { warningCodes } from "./warning-codes.ts";

export const codes = {
  ...syntaxCodes,
  ...checkCodes,
  ...warningCodes,
  ...apiCodes,
  ...literalCodes,
  ...compileCodes,
  ...limitCodes,
};

export type Code = keyof typeof codes;

/** The parameters of the message of a code. */
export type Params<C extends Code> = Parameters<(typeof codes)[C]["message"]>[0];
