const meta = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="portal-${name}"]`)?.content || undefined;

/** The authority's name, and the same in addresses, as the gateway writes them into the page's head. */
export const productName = (): string => meta('product') ?? 'Customs';
export const productSlug = (): string => meta('product-slug') ?? 'customs';
