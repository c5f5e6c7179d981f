import type { CatalogueRecord, PrintLayout } from '@portal/contract-kit';

interface Names {
  portalName: string;
  productName: string;
}

const rows = (record: CatalogueRecord, labels: Record<string, string>): { label: string; value: string }[] =>
  Object.entries(labels).flatMap(([field, label]) => (record[field] === undefined ? [] : [{ label, value: String(record[field]) }]));

/** A declaration of the product, as the public may see it. */
export const productLayout = (record: CatalogueRecord, names: Names): PrintLayout => ({
  page: 'form',
  language: 'en',
  issuer: names.portalName,
  title: `${names.productName} declaration`,
  reference: record.name,
  blocks: [
    {
      kind: 'section',
      title: 'Declaration',
      rows: rows(record, {
        name: 'Reference',
        declarant: 'Declarant',
        regime: 'Regime',
        officeCode: 'Office',
        acceptedOn: 'Accepted on',
        standing: 'Standing',
        totalPackages: 'Packages',
        grossMassKg: 'Gross mass (kg)',
      }),
    },
  ],
  footer: `${names.portalName} · ${record.name}`,
});

/** A member's registration. */
export const membershipLayout = (record: CatalogueRecord, names: Names): PrintLayout => ({
  page: 'form',
  language: 'en',
  issuer: String(record.organisation ?? names.portalName),
  title: 'Registration of membership',
  reference: String(record.memberNumber ?? ''),
  blocks: [
    {
      kind: 'section',
      title: 'Member',
      rows: rows(record, { name: 'Name', memberNumber: 'Member number', category: 'Category', registeredOn: 'Registered on', validUntil: 'Valid until' }),
    },
  ],
  footer: names.portalName,
});
