/** Parts of both printed declarations. */
import { type Bilingual, type ContractClass, formatDay, L, type Language, localeOf, type PrintBlock, say, sentence } from '@portal/contract-kit';
import { printed as printedValue, sectionsOf, signatures, table } from '@portal/service-kit';
import { MONEY_THRESHOLD, type RequirementRow, showsMoneyNotice } from '../../contract/index.ts';

const yes = L('Yes', 'Sim');
const no = L('No', 'Não');

/** A value of a declaration; answers and numbers are in the language of the print. */
function printed(value: unknown, language: Language): string {
  if (value === true || value === 'YES') return say(yes, language);
  if (value === false || value === 'NO') return say(no, language);
  return typeof value === 'number' ? value.toLocaleString(localeOf(language)) : printedValue(value, language);
}

/** Makes sections of a declaration's fields. */
export const sections = (cls: ContractClass, model: object, language: Language) => sectionsOf(cls, model, language, printed);

/** The described goods, without the blank row of the form. */
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

/**
 * Requirements with the applicant's and the official's ticks. What the applicant has not ticked is a dash: nothing was asked that could be answered with No.
 * @param isChecked whether an official has checked them; before that the column shows a dash
 */
export const requirementsTable = (rows: readonly RequirementRow[] | undefined, isChecked: boolean, language: Language): PrintBlock[] =>
  table(
    L('Requirements', 'Requisitos'),
    [
      { title: L('Requirement', 'Requisito'), width: 50 },
      { title: L('Quantity', 'Quantidade'), width: 14, align: 'right' },
      { title: L('Accepted', 'Aceite'), width: 16 },
      { title: L('Confirmed', 'Confirmado'), width: 20 },
    ],
    (rows ?? []).map((row) => [
      printed(row.description, language),
      printed(row.quantity, language),
      row.accepted ? say(yes, language) : '–',
      isChecked ? printed(row.confirmed ?? false, language) : '–',
    ]),
  );

/** Questions with their answers. */
export const answersTable = (
  title: Bilingual,
  rows: readonly { rank?: number; description?: string; answer?: string; accepted?: boolean; declined?: boolean }[] | undefined,
  language: Language,
): PrintBlock[] =>
  table(
    title,
    [
      { title: L('No.', 'N.º'), width: 10, align: 'right' },
      { title: L('Question', 'Pergunta'), width: 70 },
      { title: L('Answer', 'Resposta'), width: 20 },
    ],
    (rows ?? []).map((row, i) => {
      const answer = row.answer ?? (row.accepted ? 'YES' : row.declined ? 'NO' : undefined);
      return [String(row.rank ?? i + 1), row.description ?? '', printed(answer, language)];
    }),
  );

const { amount, currency } = MONEY_THRESHOLD;
const moneyNotice = sentence(
  'Money above {{amount}} {{currency}} or the equivalent is declared and must be shown to an officer on request.',
  'Dinheiro acima de {{amount}} {{currency}} ou o equivalente é declarado e deve ser mostrado a um funcionário quando pedido.',
  { amount, currency },
);

/** The notice for travellers who carry money that must be declared. */
export const moneyParagraph = (model: Parameters<typeof showsMoneyNotice>[0], language: Language): PrintBlock[] =>
  showsMoneyNotice(model) ? [{ kind: 'paragraph', text: say(moneyNotice, language) }] : [];

/** Whose declaration it is: a family's prints lie in one heap. */
export const travellerOf = ({ firstName, lastName }: { firstName?: string; lastName?: string }): string => [firstName, lastName].filter(Boolean).join(' ');

/** The authority named above the title. */
export const issuerOf = ({ portalName, productName, language }: { portalName: string; productName: string; language: Language }): string =>
  `${portalName} · ${productName} ${language === 'pt' ? 'e Imigração' : '& Immigration'}`;

/** When the declaration was registered, and which version this is. */
export function footerOf({ documentCreatedAt, version }: { documentCreatedAt: string; version: number }, language: Language): string {
  const [day = '', time = ''] = documentCreatedAt.split('T');
  const at = `${formatDay(day, language)}, ${time} UTC`;
  return say(sentence('Registered {{at}} · version {{version}}', 'Registada em {{at}} · versão {{version}}', { at, version }), language);
}

export const signedBy = signatures(L('Traveller', 'Viajante'), L('Officer', 'Funcionário'));
