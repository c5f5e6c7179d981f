import type { Finding } from './pages/finding.ts';

/** Data that the gateway requested from the services for this visitor before it sent the page. The HTML of the page shows it already. */
export interface PageData {
  /** Language in which the services answered. */
  language: string;
  /** Result of the check of the code in the address. */
  finding?: Finding;
  /** The document in the address, for the area that shows it. */
  document?: { area: string; kind: string; id: string; answer: object };
}

function read(): PageData | undefined {
  const element = typeof document === 'undefined' ? null : document.getElementById('page-data');
  element?.remove();
  try {
    return element?.textContent ? (JSON.parse(element.textContent) as PageData) : undefined;
  } catch {
    return undefined;
  }
}

/** The data is read and removed from the page before other code runs, so that an area gets only its own document. */
export const pageData = read();

/** Returns the document of an area that the gateway has put into the page, once. */
export function takeDocument(area: string, language: string): Omit<NonNullable<PageData['document']>, 'area'> | undefined {
  const { document } = pageData ?? {};
  if (!pageData || document?.area !== area || pageData.language !== language) return undefined;
  pageData.document = undefined;
  return { kind: document.kind, id: document.id, answer: document.answer };
}
