import { pageSetting } from '@portal/web-kit';

/** The settings of the page that only the shell reads; each has a default, so that the page also works without it. */
export const portalName = () => pageSetting('name') ?? 'Single Window';
export const idleMinutes = () => Number(pageSetting('idle-minutes') ?? 30);

/** Whether the portal runs for development. */
export const isDevelopment = () => pageSetting('development') === 'on';

/** Whether the deployment publishes numbers for everybody. */
export const hasOpenData = () => pageSetting('open-data') === 'on';

/** What the country pack says of the country; an empty one shows nothing of it. */
export interface Country {
  name?: { en: string; pt: string };
  colours?: string[];
  timeZone?: string;
  contact?: { phone?: string; email?: string };
  emblem?: string;
  picture?: string;
}

let read: Country | undefined;
export function country(): Country {
  read ??= JSON.parse(pageSetting('country') ?? '{}') as Country;
  return read;
}

/** Two numbers of the declarations, of the days between these two; null where one is not told. */
export interface PublicNumbers {
  from: string;
  to: string;
  registered: number | null;
  onTime: number | null;
}

/** The numbers that the home shows; undefined where it shows none. */
export function publicNumbers(): PublicNumbers | undefined {
  const numbers = pageSetting('public-numbers');
  return numbers ? (JSON.parse(numbers) as PublicNumbers) : undefined;
}
