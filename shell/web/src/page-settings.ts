const setting = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="portal-${name}"]`)?.content;

/** What the gateway writes into the page's head; each has a default, so that the page also stands alone. */
export const portalName = () => setting('name') ?? 'Single Window';
export const productName = () => setting('product') ?? 'Customs';
export const idleMinutes = () => Number(setting('idle-minutes') ?? 30);
