/** A day as the forms read it. @param days from today */
export const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** When a passport ends that is valid for two years and more: never on the birthday, about which a form would ask. @param born the day of birth */
export const passportEnd = (born = ''): string => `${new Date().getUTCFullYear() + 3}-01-${born.endsWith('-15') ? '20' : '15'}`;
/** A passport number that no other test uses. */
export const aPassport = (): string => `P${crypto.randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`;
