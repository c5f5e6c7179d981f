import { pageSetting } from '@portal/web-kit';

/** Settings of the page that only the shell reads. Each has a default, so that the page also works without them. */
export const portalName = () => pageSetting('name') ?? 'Single Window';
export const idleMinutes = () => Number(pageSetting('idle-minutes') ?? 30);

/** Returns whether the portal runs for development. */
export const isDevelopment = () => pageSetting('development') === 'on';

/** Returns whether the deployment publishes open data. */
export const hasOpenData = () => pageSetting('open-data') === 'on';

/** What the country pack says about the country. Nothing is shown for a missing field. */
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

/** Two public numbers about the declarations between the days `from` and `to`. A number that is not published is null. */
export interface PublicNumbers {
  from: string;
  to: string;
  registered: number | null;
  onTime: number | null;
}

/** Returns the numbers for the home page; undefined if it shows none. */
export function publicNumbers(): PublicNumbers | undefined {
  const numbers = pageSetting('public-numbers');
  return numbers ? (JSON.parse(numbers) as PublicNumbers) : undefined;
}
