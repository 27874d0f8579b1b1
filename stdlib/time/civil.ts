// The proleptic Gregorian calendar: conversion of days since 1970-01-01 to and from dates, weekdays, weeks.

export interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export const FIRST_YEAR = -262143;
export const LAST_YEAR = 262142;
export const FIRST_SECOND = -8334601228800;
export const LAST_SECOND = 8210266876799;
export const DAY_SECONDS = 86400;

/** Floored quotient and remainder; the remainder has the sign of the divisor. */
export const floorDiv = (a: number, b: number): number => Math.floor(a / b);
export const floorMod = (a: number, b: number): number => a - b * Math.floor(a / b);

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  return month === 2
    ? isLeap(year)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31;
}

/**
 * Returns the days since 1970-01-01. Years begin with March here, so that the leap day is the last; eras are
 * 400 years.
 */
export function daysOf({ year, month, day }: Civil): number {
  const y = month <= 2 ? year - 1 : year;
  const era = floorDiv(y, 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = floorDiv(153 * (month + (month > 2 ? -3 : 9)) + 2, 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + floorDiv(yearOfEra, 4) - floorDiv(yearOfEra, 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export function civilOf(days: number): Civil {
  const shifted = days + 719468;
  const era = floorDiv(shifted, 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = floorDiv(
    dayOfEra - floorDiv(dayOfEra, 1460) + floorDiv(dayOfEra, 36524) - floorDiv(dayOfEra, 146096),
    365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + floorDiv(yearOfEra, 4) - floorDiv(yearOfEra, 100));
  const march = floorDiv(5 * dayOfYear + 2, 153);
  const month = march < 10 ? march + 3 : march - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - floorDiv(153 * march + 2, 5) + 1,
  };
}

/** Returns the weekday, from 0 for Sunday. */
export function weekdayOf(days: number): number {
  return floorMod(days + 4, 7);
}

/** Returns the day of the year, from 1. */
export function ordinalOf(days: number): number {
  return days - daysOf({ year: civilOf(days).year, month: 1, day: 1 }) + 1;
}

/** Returns the week, 0 to 53; week 1 begins with the first `start` (0 Sunday, 1 Monday) of the year. */
export function weekOf(days: number, start: 0 | 1): number {
  return floorDiv(ordinalOf(days) + 6 - floorMod(weekdayOf(days) - start, 7), 7);
}

/** Returns the ISO 8601 week: weeks begin on Monday and belong to the year of their Thursday. */
export function isoWeekOf(days: number): { readonly year: number; readonly week: number } {
  const thursday = days - floorMod(weekdayOf(days) - 1, 7) + 3;
  return { year: civilOf(thursday).year, week: floorDiv(ordinalOf(thursday) - 1, 7) + 1 };
}
