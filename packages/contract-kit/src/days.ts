/** Formats calendar days for people to read. */
import { type Bilingual, L, type Language, say, sentence } from './language.ts';

export { addPack, configuredName, isSource, type Language, type LanguagePack, packOf, say } from './language.ts';

/** The month names are listed here because creating the browser's own date formatter takes 10 ms, a noticeable delay on a phone for a page with one date. */
const months = [
  L('January', 'janeiro'),
  L('February', 'fevereiro'),
  L('March', 'março'),
  L('April', 'abril'),
  L('May', 'maio'),
  L('June', 'junho'),
  L('July', 'julho'),
  L('August', 'agosto'),
  L('September', 'setembro'),
  L('October', 'outubro'),
  L('November', 'novembro'),
  L('December', 'dezembro'),
];

/** Returns a calendar day as text; `month` counts from 0: `27 March 2026`. */
export const dayOfMonth = (year: number, month: number, day: number): Bilingual =>
  sentence('{{day}} {{month}} {{year}}', '{{day}} de {{month}} de {{year}}', { day, month: months[month] as Bilingual, year });

/** Returns a day given as `YYYY-MM-DD` in the form `27 March 2026`; undefined if the text is not a valid day. */
export function dayText(day: string): Bilingual | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const at = new Date(`${day}T00:00:00Z`);
  // 30 February is not a day, but JavaScript reads it as a day in March.
  if (!year || Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(date)) return undefined;
  return dayOfMonth(Number(year), Number(month) - 1, Number(date));
}

/** Formats a day given as `YYYY-MM-DD` in a language. Any other text is returned unchanged. */
export function formatDay(day: string, language: Language): string {
  const text = dayText(day);
  return text ? say(text, language) : day;
}
