import type { Finding } from './pages/finding.ts';

/** What the gateway asked the services for this visitor, before it sent the page. The page shows it already. */
export interface PageData {
  /** In which language the services answered. */
  language: string;
  /** What was found about the code in the address. */
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

/** Read and removed before other code runs: an area gets its own document only. */
export const pageData = read();

/** The document of an area that the page came with, once. */
export function takeDocument(area: string, language: string): Omit<NonNullable<PageData['document']>, 'area'> | undefined {
  const { document } = pageData ?? {};
  if (!pageData || document?.area !== area || pageData.language !== language) return undefined;
  pageData.document = undefined;
  return { kind: document.kind, id: document.id, answer: document.answer };
}
