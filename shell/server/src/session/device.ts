import Bowser from 'bowser';

/** Describes the browser and the operating system of a user agent, so that a person recognises the device: "Firefox, Windows". */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  return [browser.name, os.name].filter(Boolean).join(', ').slice(0, 60) || undefined;
}
