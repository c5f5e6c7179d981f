import type { CatalogueRecord } from '@portal/contract-kit';
import { catalogueChanged } from '../catalogue/catalogue-events.ts';

/**
 * Runs a part of a test while the catalogues of a desk have further records. A record takes the place of the one with its code.
 * @param catalogues the catalogues that the desk was opened with
 */
export async function withRecords(catalogues: object, added: Readonly<Record<string, readonly CatalogueRecord[]>>, run: () => Promise<void>): Promise<void> {
  const all = catalogues as Record<string, readonly CatalogueRecord[]>;
  const before = { ...all };
  const announce = () => Object.keys(added).forEach(catalogueChanged);
  for (const [name, records] of Object.entries(added)) {
    all[name] = [...(all[name] ?? []).filter(({ code }) => !records.some((record) => record.code === code)), ...records];
  }
  announce();
  try {
    await run();
  } finally {
    Object.assign(all, before);
    announce();
  }
}
