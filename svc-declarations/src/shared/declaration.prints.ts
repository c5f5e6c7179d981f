/** Parts that the prints of both declarations share. */
import { type ContractClass, configuredName, type FieldMeta, formatDay, L, type Language, type PrintBlock, say, sentence } from '@portal/contract-kit';
import { printedField, printedNumber, sectionsOf, signatures, table, ticked } from '@portal/service-kit';
import { MONEY_THRESHOLD, type RequirementRow, showsMoneyNotice } from '../../contract/index.ts';

/** Returns a value of a declaration as text; answers and numbers are in the language of the print. */
const printed = (value: unknown, language: Language, field?: FieldMeta): string =>
  typeof value === 'number' ? printedNumber(value, language) : printedField(value, language, field);

/** Builds sections from the fields of a declaration. */
export const sections = (cls: ContractClass, model: object, language: Language) => sectionsOf(cls, model, language, printed);

/** Builds the table of described goods, without the blank row of the form. */
export const goodsTable = (
  goods: { description?: string; quantity?: number; value?: number; currencyCode?: string }[] | undefined,
  language: Language,
): PrintBlock[] =>
  table(
    L('Goods', 'Bens'),
    [
      { title: L('Description', 'Descrição'), width: 60 },
      { title: L('Quantity', 'Quantidade'), width: 15, align: 'right' },
      { title: L('Value', 'Valor'), width: 25, align: 'right' },
    ],
    (goods ?? [])
      .filter((g) => g.description)
      .map((g) => [printed(g.description, language), printed(g.quantity, language), [printed(g.value, language), g.currencyCode].filter(Boolean).join(' ')]),
  );

/** Builds the table of requirements, with the ticks of the applicant and the official. */
export const requirementsTable = (rows: readonly RequirementRow[] | undefined, language: Language): PrintBlock[] =>
  table(
    L('Requirements', 'Requisitos'),
    [
      { title: L('Requirement', 'Requisito'), width: 37 },
      { title: L('Quantity', 'Quantidade'), width: 22, align: 'right' },
      { title: L('Accepted', 'Aceite'), width: 18 },
      { title: L('Confirmed', 'Confirmado'), width: 23 },
    ],
    (rows ?? []).map((row) => [
      printed(row.description, language),
      printed(row.quantity, language),
      ticked(row.accepted, language),
      ticked(row.confirmed, language),
    ]),
  );

const { amount, currency } = MONEY_THRESHOLD;
const moneyNotice = sentence(
  'Money above {{amount}} {{currency}} or the equivalent is declared and must be shown to an officer on request.',
  'Dinheiro acima de {{amount}} {{currency}} ou o equivalente tem de ser declarado e mostrado a um funcionário quando pedido.',
  { amount, currency },
);

/** Builds the notice for travellers who carry money that must be declared. */
export const moneyParagraph = (model: Parameters<typeof showsMoneyNotice>[0], language: Language): PrintBlock[] =>
  showsMoneyNotice(model) ? [{ kind: 'paragraph', text: say(moneyNotice, language) }] : [];

/** Returns the name of the authority, which stands above the title. */
export const issuerOf = ({ portalName, productName, language }: { portalName: string; productName: string; language: Language }): string =>
  say(
    sentence('{{portal}} · {{product}} & Immigration', '{{portal}} · {{product}} e Imigração', { portal: portalName, product: configuredName(productName) }),
    language,
  );

/** Returns the footer, with the time of registration and the version. */
export function footerOf({ documentCreatedAt, version }: { documentCreatedAt: string; version: number }, language: Language): string {
  const [day = '', time = ''] = documentCreatedAt.split('T');
  const at = `${formatDay(day, language)}, ${time} UTC`;
  return say(sentence('Registered {{at}} · version {{version}}', 'Registada em {{at}} · versão {{version}}', { at, version }), language);
}

export const signatureBlock = () => signatures(L('Traveller', 'Viajante'), L('Officer', 'Funcionário'));
