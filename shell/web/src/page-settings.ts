const setting = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="portal-${name}"]`)?.content;

/** The settings that the gateway writes into the page's head; each has a default, so that the page also works without it. */
export const portalName = () => setting('name') ?? 'Single Window';
export const productName = () => setting('product') ?? 'Customs';
export const idleMinutes = () => Number(setting('idle-minutes') ?? 30);
