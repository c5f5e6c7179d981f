/** Pieces of the printed forms: labels in both languages, values in the language that the form is asked for in. */
import { type Bilingual, type ContractClass, fieldAt, L, type Language, type PrintBlock, valueAt } from '@portal/contract-kit';
import { MONEY_THRESHOLD, type RequirementRow, showsMoneyNotice } from '../../contract/index.ts';

const locales = { en: 'en-GB', pt: 'pt-PT' } as const;
const days = {
  en: new Intl.DateTimeFormat(locales.en, { dateStyle: 'long', timeZone: 'UTC' }),
  pt: new Intl.DateTimeFormat(locales.pt, { dateStyle: 'long', timeZone: 'UTC' }),
};
const yes = L('Yes', 'Sim');
const no = L('No', 'Não');

/** A text of the form that stands there in both languages. */
export const both = (text: Bilingual): string => (text.en === text.pt ? text.en : `${text.en} / ${text.pt}`);

/** A value as it is printed; empty where there is none. */
export function printed(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  if (value === true || value === 'YES') return yes[language];
  if (value === false || value === 'NO') return no[language];
  if (typeof value === 'number') return value.toLocaleString(locales[language]);
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return days[language].format(new Date(`${value}T00:00:00Z`));
  return String(value);
}

/** Makes the labelled sections of one form. Fields without a value are left out, and so is a section of none. */
export const sectionsOf =
  (cls: ContractClass, model: object, language: Language) =>
  (title: Bilingual, ...paths: readonly string[]): PrintBlock[] => {
    const rows = paths
      .map((path) => ({ label: both(fieldAt(cls, path)?.label ?? L(path, path)), value: printed(valueAt(model, path), language) }))
      .filter((row) => row.value !== '');
    return rows.length ? [{ kind: 'section', title: both(title), rows }] : [];
  };

interface Column {
  title: Bilingual;
  width: number;
  align?: 'left' | 'right';
}

/** A table, left out when it has no rows. */
export const table = (title: Bilingual, columns: readonly Column[], rows: string[][]): PrintBlock[] =>
  rows.length ? [{ kind: 'table', title: both(title), columns: columns.map((column) => ({ ...column, title: both(column.title) })), rows }] : [];

/** Goods that were described; the empty row of the form is not. */
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
 * Requirements with the applicant's and the official's ticks.
 * @param isChecked whether an official has looked at them; before that nobody has said yes or no
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
      printed(row.accepted ?? false, language),
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
const moneyNotice = L(
  `Money above ${amount} ${currency} or the equivalent is declared and must be shown to an officer on request.`,
  `Dinheiro acima de ${amount} ${currency} ou o equivalente é declarado e deve ser mostrado a um funcionário quando pedido.`,
);

/** What the form says to those who carry money that must be declared. */
export const moneyParagraph = (model: Parameters<typeof showsMoneyNotice>[0], language: Language): PrintBlock[] =>
  showsMoneyNotice(model) ? [{ kind: 'paragraph', text: moneyNotice[language] }] : [];

/** The authority above the title. */
export const issuerOf = ({ portalName, productName, language }: { portalName: string; productName: string; language: Language }): string =>
  `${portalName} · ${productName} ${language === 'pt' ? 'e Imigração' : '& Immigration'}`;

/** When the declaration was registered, and which version this is. */
export function footerOf({ documentCreatedAt, version }: { documentCreatedAt: string; version: number }, language: Language): string {
  const [day = '', time = ''] = documentCreatedAt.split('T');
  const at = `${printed(day, language)}, ${time} UTC`;
  return L(`Registered ${at} · version ${version}`, `Registada em ${at} · versão ${version}`)[language];
}

export const signatureLines = ['Traveller / Viajante', 'Officer / Funcionário'];
