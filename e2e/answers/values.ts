/**
 * Returns a day in the format of the forms.
 * @param days number of days from today
 */
export const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/**
 * Returns the last day of a passport that is valid for more than two years. It is never the holder's birthday, because the form asks about that.
 * @param born the day of birth
 */
export const passportEnd = (born = ''): string => `${new Date().getUTCFullYear() + 3}-01-${born.endsWith('-15') ? '20' : '15'}`;
/** Returns a passport number that no other test uses. */
export const aPassport = (): string => `P${crypto.randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`;
