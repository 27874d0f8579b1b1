// Applies the checks of `@check` to values of inputs. Conditions and messages are those of std/json.
import { type MaybePromise, Wide } from "../../interpreter/runtime/index.ts";
import { characters, hasFormat, isMultiple } from "../json/index.ts";
import type { CheckText } from "./plan.ts";

export interface Broken {
  /** The index of the element, or -1 for the value itself. */
  readonly at: number;
  readonly message: string;
  readonly code: string;
}

/** Whether a whole text matches a pattern; long texts may take several steps. */
export type FitsWhole = (text: string, pattern: string) => MaybePromise<boolean>;

/** The checks that a value does not pass; null is `None`, which passes all. */
export function broken(
  value: unknown,
  checks: readonly CheckText[],
  fits: FitsWhole,
): MaybePromise<readonly Broken[]> {
  if (value === null) return [];
  const reports = checks.flatMap((check): MaybePromise<Broken | null>[] => {
    if (!check.ofItems) return [judge(value, check, -1, fits)];
    return (value as readonly unknown[]).map((item, i) => judge(item, check, i, fits));
  });
  const wrong = (all: readonly (Broken | null)[]): readonly Broken[] => all.filter((each) => each !== null);
  if (reports.some((each) => each instanceof Promise)) return Promise.all(reports).then(wrong);
  return wrong(reports as readonly (Broken | null)[]);
}

function judge(value: unknown, check: CheckText, at: number, fits: FitsWhole): MaybePromise<Broken | null> {
  if (check.key !== "pattern") return holds(value, check) ? null : report(value, check, at);
  const fit = fits(value as string, check.limit as string);
  if (fit instanceof Promise) return fit.then((holding) => (holding ? null : report(value, check, at)));
  return fit ? null : report(value, check, at);
}

function report(value: unknown, { code, message, limit }: CheckText, at: number): Broken {
  if (code !== "length") return { at, message, code };
  const unit = typeof value === "string" ? "character" : "element";
  return { at, message: `${message} ${limit} ${unit}${limit === 1 ? "" : "s"}`, code };
}

function holds(value: unknown, { key, limit }: CheckText): boolean {
  switch (key) {
    case "min":
      return numberOf(value) >= numberOf(limit);
    case "max":
      return numberOf(value) <= numberOf(limit);
    case "above":
      return numberOf(value) > numberOf(limit);
    case "below":
      return numberOf(value) < numberOf(limit);
    case "multiple_of":
      return isMultipleOf(value, limit as number);
    case "min_len":
      return sizeOf(value, limit as number) >= (limit as number);
    case "max_len":
      return sizeOf(value, (limit as number) + 1) <= (limit as number);
    case "format":
      return hasFormat(value as string, limit as string);
    case "unique":
      return new Set((value as readonly unknown[]).map(keyOf)).size === (value as readonly unknown[]).length;
    case "one_of":
      return (limit as readonly unknown[]).some((each) => isEqual(value, each));
    default:
      throw new Error(`the check ${key} is not known`);
  }
}

/** A Wide is an infinity here: all limits are within the exact range. */
const numberOf = (value: unknown): number => Number(value);

function isMultipleOf(value: unknown, of: number): boolean {
  if (value instanceof Wide) return bigOf(value) % BigInt(of) === 0n;
  return isMultiple(value as number, of);
}

function sizeOf(value: unknown, most: number): number {
  return typeof value === "string" ? characters(value, most) : (value as readonly unknown[]).length;
}

const bigOf = ({ hi, lo }: Wide): bigint => (BigInt(hi) << 32n) | BigInt(lo >>> 0);

const keyOf = (value: unknown): unknown => (value instanceof Wide ? bigOf(value) : value);

/** A limit is text for a `Char`, which is its code point. */
function isEqual(value: unknown, limit: unknown): boolean {
  if (typeof value === "number" && typeof limit === "string") return value === limit.codePointAt(0);
  return keyOf(value) === limit;
}
