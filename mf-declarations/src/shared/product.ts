/** The authority's name, as the gateway writes it into the page's head. */
export const productName = (): string => document.querySelector<HTMLMetaElement>('meta[name="portal-product"]')?.content ?? 'Customs';
