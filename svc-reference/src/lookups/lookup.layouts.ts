import { type Bilingual, type CatalogueRecord, configuredName, formatDay, L, type Language, type PrintLayout, say, sentence } from '@portal/contract-kit';

interface Names {
  portalName: string;
  productName: string;
}

const declaration: Record<string, Bilingual> = {
  name: L('Reference', 'Referência'),
  declarant: L('Declarant', 'Declarante'),
  regime: L('Regime', 'Regime'),
  officeCode: L('Office', 'Estância'),
  acceptedOn: L('Accepted on', 'Aceite em'),
  standing: L('Standing', 'Situação'),
  totalPackages: L('Packages', 'Volumes'),
  grossMassKg: L('Gross mass (kg)', 'Massa bruta (kg)'),
};
const member: Record<string, Bilingual> = {
  name: L('Name', 'Nome'),
  memberNumber: L('Member number', 'Número de membro'),
  category: L('Category', 'Categoria'),
  registeredOn: L('Registered on', 'Inscrito em'),
  validUntil: L('Valid until', 'Válido até'),
};

const rows = (record: Partial<CatalogueRecord>, labels: Record<string, Bilingual>, language: Language): { label: string; value: string }[] =>
  Object.entries(labels).flatMap(([field, label]) =>
    record[field] === undefined ? [] : [{ label: say(label, language), value: formatDay(String(record[field]), language) }],
  );

/** Returns the layout of a product declaration, as the public may see it. */
export const productLayout = (record: CatalogueRecord, language: Language, names: Names): PrintLayout => ({
  page: 'form',
  language,
  issuer: names.portalName,
  title: say(sentence('{{product}} declaration', 'Declaração: {{product}}', { product: configuredName(names.productName) }), language),
  reference: record.name,
  blocks: [{ kind: 'section', title: say(L('Declaration', 'Declaração'), language), rows: rows(record, declaration, language) }],
  footer: `${names.portalName} · ${record.name}`,
});

/** Returns the layout of a member's registration. A record without a name gives the version that the public may see. */
export const membershipLayout = (record: Partial<CatalogueRecord>, language: Language, names: Names): PrintLayout => ({
  page: 'form',
  language,
  issuer: String(record.organisation ?? names.portalName),
  title: say(L('Registration of membership', 'Inscrição de membro'), language),
  ...(record.name ? { holder: record.name } : {}),
  reference: String(record.memberNumber ?? ''),
  blocks: [{ kind: 'section', title: say(L('Member', 'Membro'), language), rows: rows(record, member, language) }],
  footer: names.portalName,
});
