import Bowser from 'bowser';

/** What a browser calls itself and its system, for the person to recognise it: "Firefox, Windows". */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  return [browser.name, os.name].filter(Boolean).join(', ').slice(0, 60) || undefined;
}
