/** A day as the forms read it. @param days from today */
export const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A passport number that no other test uses. */
export const aPassport = (): string => `P${crypto.randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`;
