/** Days as people write them. */
import { type Bilingual, L, type Language, say, sentence } from './language.ts';

export { addPack, isSource, type Language, type LanguagePack, packOf, say, setName } from './language.ts';

/** Written out: the browser's own formatter takes 10 ms to make, which a phone feels on a page with one date. */
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

/** A day of a month, counted from 0: `27 March 2026`. */
export const dayOfMonth = (year: number, month: number, day: number): Bilingual =>
  sentence('{{day}} {{month}} {{year}}', '{{day}} de {{month}} de {{year}}', { day, month: months[month] as Bilingual, year });

/** A day, `YYYY-MM-DD`, as `27 March 2026`; undefined where the text is no day. */
export function dayText(day: string): Bilingual | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const at = new Date(`${day}T00:00:00Z`);
  // 30 February is no day, though JavaScript reads it as one in March.
  if (!year || Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(date)) return undefined;
  return dayOfMonth(Number(year), Number(month) - 1, Number(date));
}

/** The same in a language. Any other text stays as it is. */
export function formatDay(day: string, language: Language): string {
  const text = dayText(day);
  return text ? say(text, language) : day;
}
