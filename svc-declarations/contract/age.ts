/** The age of a person, by which the forms, the groups and the lane rules decide. */
import { isDay } from '@portal/contract-kit';

/** Minimum age in years at which a person may answer for a child. */
export const adultAge = 18;

/** Returns the age of a person in completed years on a day (`YYYY-MM-DD`); undefined if a day is missing or is not a day. */
export function ageOn(birthDate: unknown, day: unknown): number | undefined {
  if (!isDay(birthDate) || !isDay(day)) return undefined;
  return Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (day.slice(5) < birthDate.slice(5) ? 1 : 0);
}
