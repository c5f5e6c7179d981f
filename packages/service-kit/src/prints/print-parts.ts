/**
 * Parts of printed forms. Labels and titles are in two languages; values are in the language of the print. Empty fields are left out, and so are sections and
 * tables without rows.
 */
import {
  type Bilingual,
  type ContractClass,
  type FieldMeta,
  fieldAt,
  formatAmount,
  formatDay,
  inBoth,
  isSource,
  L,
  type Language,
  localeOf,
  type PrintBlock,
  type PrintLayout,
  type RecordedReceipt,
  say,
  sentence,
  valueAt,
} from '@portal/contract-kit';

const yes = L('Yes', 'Sim');
const no = L('No', 'Não');

/** The language of the form that is being laid out. Laying out is synchronous, so only one form is laid out at a time. */
let language: Language = 'en';

/** Runs a function that lays out a form, with labels in this language. */
export function layoutIn<Layout>(wanted: Language, layout: () => Layout): Layout {
  const before = language;
  language = wanted;
  try {
    return layout();
  } finally {
    language = before;
  }
}

/** Returns a text of the form in two languages: English and Portuguese, or the language of the form and English. */
export function inTwoLanguages(text: Bilingual): string {
  const { en, pt } = text;
  const [first, second] = isSource(language) ? [en, pt] : [say(text, language), en];
  return first === second ? first : `${first} / ${second}`;
}

/** Formats a value for printing; empty where there is no value. */
export function printed(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return say(value ? yes : no, language);
  return typeof value === 'string' ? formatDay(value, language) : String(value);
}

/** Formats the value of a field. Only a choice has the answers `YES` and `NO`: elsewhere `NO` is a text, such as a surname. */
export const printedField = (value: unknown, language: Language, field?: FieldMeta): string =>
  field?.kind === 'choice' && (value === 'YES' || value === 'NO') ? say(value === 'YES' ? yes : no, language) : printed(value, language);

/**
 * Formats a telephone number with its plus. Forms ask for it with the country code, and it is stored as digits (a leading `00` means the same as a plus). A
 * number that is too short, or begins with a single zero, has no country code and stays unchanged.
 */
export function printedPhone(digits: string | undefined): string | undefined {
  if (!digits) return undefined;
  const international = digits.replace(/^00/, '');
  return /^[1-9]\d{8,}$/.test(international) ? `+${international}` : digits;
}

/** Formats a number in the language of the print, with its thousands grouped. Not for years. */
export const printedNumber = (value: number | undefined, language: Language): string => value?.toLocaleString(localeOf(language)) ?? '';

/** Formats an amount in minor units in the language of the form. */
const printedAmount = (amount: number | undefined, currencyCode: string): string => formatAmount(amount ?? 0, currencyCode, language);

/** Makes a section whose labels are given. */
export function section(title: Bilingual, rows: readonly { label: Bilingual; value: string | undefined }[]): PrintBlock[] {
  const filled = rows.flatMap(({ label, value }) => (value ? [{ label: inTwoLanguages(label), value }] : []));
  return filled.length ? [{ kind: 'section', title: inTwoLanguages(title), rows: filled }] : [];
}

/**
 * Makes sections of a document's fields, named by dotted paths and labelled as in the contract.
 * @param print formats the value of a field
 */
export const sectionsOf =
  (cls: ContractClass, model: object, language: Language, print: (value: unknown, language: Language, field?: FieldMeta) => string = printedField) =>
  (title: Bilingual, ...paths: readonly string[]): PrintBlock[] =>
    section(
      title,
      paths.map((path) => {
        const field = fieldAt(cls, path);
        return { label: field?.label ?? inBoth(path), value: print(valueAt(model, path), language, field) };
      }),
    );

/** Joins the rows of several sections under one title. */
export const joined = (title: Bilingual, ...parts: readonly PrintBlock[][]): PrintBlock[] => {
  const rows = parts.flat().flatMap((block) => (block.kind === 'section' ? block.rows : []));
  return rows.length ? [{ kind: 'section', title: inTwoLanguages(title), rows }] : [];
};

export interface Column {
  title: Bilingual;
  /** Width in percent of the page's width. */
  width: number;
  align?: 'left' | 'right';
}

/** Makes a table. @param total its last row */
export const table = (title: Bilingual, columns: readonly Column[], rows: string[][], total?: string[]): PrintBlock[] =>
  rows.length
    ? [
        {
          kind: 'table',
          title: inTwoLanguages(title),
          columns: columns.map((column) => ({ ...column, title: inTwoLanguages(column.title) })),
          rows,
          ...(total ? { total } : {}),
        },
      ]
    : [];

const paid = L('Paid', 'Pago');
const due = L('To pay', 'Por pagar');
const notDueYet = L('Not due yet', 'Ainda não devida');

/** A fee on a print. */
interface PrintedFee {
  code?: string;
  name?: string;
  status?: string;
  amount?: number;
}

/** Says whether a fee is paid, to pay or not due; a dash for a fee of zero, which nobody can pay. @param notDue the words for an unpaid fee that is not due */
export const feeStanding = ({ status, amount = 0 }: PrintedFee, isDue: boolean, notDue: Bilingual = notDueYet): Bilingual =>
  status === 'PAID' ? paid : amount > 0 ? (isDue ? due : notDue) : inBoth('–');

/** Says what is due, in minor units. @param later whether a fee becomes due in a later step */
export const dueBadge = (amount: number, currencyCode: string, later = false): NonNullable<PrintLayout['badge']> =>
  amount > 0
    ? { text: `${inTwoLanguages(due)}: ${printedAmount(amount, currencyCode)}`, tone: 'warn' }
    : { text: inTwoLanguages(later ? L('Nothing to pay now', 'Nada a pagar agora') : L('Nothing to pay', 'Nada a pagar')), tone: 'good' };

/**
 * Makes a table of fees with their total, in minor units of one currency.
 * @param status the title of the column that shows which fees are paid
 * @param isDue whether an unpaid fee is due, and not only in a later step
 */
export const feesTable = <Fee extends PrintedFee>(
  fees: readonly Fee[] | undefined,
  total: number | undefined,
  currencyCode: string,
  status: Bilingual = L('Status', 'Estado'),
  isDue: (fee: Fee) => boolean = () => true,
): PrintBlock[] =>
  table(
    L('Fees', 'Taxas'),
    [
      { title: L('Code', 'Código'), width: 25 },
      { title: L('Fee', 'Taxa'), width: 35 },
      { title: status, width: 20 },
      { title: L('Amount', 'Montante'), width: 20, align: 'right' },
    ],
    (fees ?? []).map((fee) => [fee.code ?? '', fee.name ?? '', inTwoLanguages(feeStanding(fee, isDue(fee))), printedAmount(fee.amount, currencyCode)]),
    [inTwoLanguages(L('Total', 'Total')), '', '', printedAmount(total, currencyCode)],
  );

/** Makes a table of the receipts that were recorded on a document. */
export const receiptsTable = (receipts: readonly RecordedReceipt[] | undefined, currencyCode: string, language: Language): PrintBlock[] =>
  table(
    L('Receipts', 'Recibos'),
    [
      { title: L('Receipt', 'Recibo'), width: 50 },
      { title: L('Date', 'Data'), width: 25 },
      { title: L('Amount', 'Montante'), width: 25, align: 'right' },
    ],
    (receipts ?? []).map(({ reference, date, total }) => [reference, printed(date, language), printedAmount(total, currencyCode)]),
  );

/** Makes a list of questions, each with its answer. The print shows a dash for an unanswered question. */
export const answers = (
  title: Bilingual,
  rows: readonly { description?: string; answer?: string; accepted?: boolean; declined?: boolean }[] | undefined,
  language: Language,
): PrintBlock[] =>
  rows?.length
    ? [
        {
          kind: 'answers',
          title: inTwoLanguages(title),
          items: rows.map(({ description, answer, accepted, declined }) => {
            const given = answer ?? (accepted ? 'YES' : declined ? 'NO' : undefined);
            return { question: description ?? '', answer: given === 'YES' ? say(yes, language) : given === 'NO' ? say(no, language) : '' };
          }),
        },
      ]
    : [];

/** Returns "Yes" for a ticked box and a dash otherwise: the box asked no question that could be answered with No. */
export const ticked = (value: boolean | undefined, language: Language): string => (value ? say(yes, language) : '–');

/** Makes lines to sign on. */
export const signatures = (...lines: readonly Bilingual[]): PrintBlock => ({ kind: 'signatures', lines: lines.map(inTwoLanguages) });

/** Returns the QR code; a draft has none. */
export const qrCode = (text: string, caption: string): Pick<PrintLayout, 'qr'> => (text ? { qr: { text, caption } } : {});

type Registered = { version: number; serialReference?: { reference: string } };

/** Returns the reference, or a note that the document is a draft. */
export const referenceOf = ({ serialReference }: Pick<Registered, 'serialReference'>): string =>
  serialReference?.reference ?? inTwoLanguages(L('DRAFT', 'RASCUNHO'));

/** Returns the file name: the reference and the name of the print. */
export const fileNameOf = ({ serialReference }: Pick<Registered, 'serialReference'>, print: string): string =>
  `${serialReference?.reference ?? 'draft'}-${print}.pdf`;

/**
 * Returns the footer that says which version the print shows, while its QR code shows the current state. @param closing what the code shows; left out of a
 * draft, which has no code
 */
export const versionFooter = (model: Registered, closing: Bilingual): string =>
  [
    referenceOf(model),
    inTwoLanguages(sentence('version {{version}}', 'versão {{version}}', { version: model.version })),
    ...(model.serialReference ? [inTwoLanguages(closing)] : []),
  ].join(' · ');
