/** A setting that the gateway writes into the page's head as `portal-<name>`; undefined where it is missing or empty. */
export const pageSetting = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="portal-${name}"]`)?.content || undefined;

/** The authority's name. */
export const productName = (): string => pageSetting('product') ?? 'Customs';
/** The authority's name in addresses. */
export const productSlug = (): string => pageSetting('product-slug') ?? 'customs';
