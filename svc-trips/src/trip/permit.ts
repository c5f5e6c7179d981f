/** What a permit is made of beside its answers: the requirements, fees, questions and bank accounts that the catalogues give, and who may apply for it. */
import { broken, type CatalogueRecord, type FieldError, L, pickLanguage } from '@portal/contract-kit';
import type { Call, CatalogueClient } from '@portal/service-kit';
import { type AccountRow, authorisersOf, type FeeRow, type QuestionRow, type RequirementRow, type TripDocument } from '../../contract/index.ts';

export const triptic = 'TRIPTIC';
/** Documents that may be applied for have it in their code. */
const creatableFragment = 'IB';

type Language = Call['language'];

const nameIn = (record: CatalogueRecord, language: Language): string => (language === 'pt' ? (record.names?.pt ?? record.name) : record.name);
const rankOf = (record: CatalogueRecord): number => Number(record.rank ?? 0);
const byRank = (a: CatalogueRecord, b: CatalogueRecord): number => rankOf(a) - rankOf(b) || a.code.localeCompare(b.code);

/** Records in use of a document, and of the sub-document where they name one. */
async function askedOf(catalogues: CatalogueClient, name: string, documentCode: string, subDocumentCode?: string): Promise<CatalogueRecord[]> {
  const records = await catalogues.records(name);
  return records
    .filter((r) => r.retired !== true && r.documentCode === documentCode && (!r.subDocumentCode || r.subDocumentCode === subDocumentCode))
    .sort(byRank);
}

export interface QuestionRecord {
  id: string;
  rank: number;
  description: string;
  descriptions: Record<Language, string>;
}

/** The declarations that a document asks for, in their order. */
export async function questionsOf(catalogues: CatalogueClient, documentCode: string, language: Language): Promise<QuestionRecord[]> {
  const records = await askedOf(catalogues, 'questions', documentCode);
  return records.map((r) => ({ id: r.code, rank: rankOf(r), description: nameIn(r, language), descriptions: { en: r.name, pt: r.names?.pt ?? r.name } }));
}

export async function requirementsOf(
  catalogues: CatalogueClient,
  documentCode: string,
  subDocumentCode: string | undefined,
  language: Language,
): Promise<RequirementRow[]> {
  const records = await askedOf(catalogues, 'requirements', documentCode, subDocumentCode);
  return records.map((r) => ({ id: r.code, description: nameIn(r, language), quantity: Number(r.quantity ?? 1), accepted: false, confirmed: false }));
}

export async function feesOf(catalogues: CatalogueClient, documentCode: string, subDocumentCode: string | undefined, language: Language): Promise<FeeRow[]> {
  const records = await askedOf(catalogues, 'fees', documentCode, subDocumentCode);
  const fees = records.map((r) => ({
    id: r.code,
    code: r.code,
    name: nameIn(r, language),
    amount: Number(r.amount ?? 0),
    currencyCode: String(r.currencyCode ?? 'USD'),
    stage: r.stage === 'exit' ? 'exit' : 'permit',
    status: 'DUE',
  }));
  // As they fall due.
  return [...fees.filter((f) => f.stage === 'permit'), ...fees.filter((f) => f.stage === 'exit')];
}

/** Where the fees may be paid in. */
export async function accountsOf(catalogues: CatalogueClient): Promise<AccountRow[]> {
  const records = await catalogues.records('bank-accounts');
  return records
    .filter((r) => r.retired !== true)
    .map((r) => ({ id: r.code, bankCode: String(r.bankCode ?? r.code), bankName: String(r.bankName ?? r.name), accountNumber: String(r.accountNumber ?? '') }));
}

export const totalOf = (fees: readonly FeeRow[] | undefined): number => (fees ?? []).reduce((sum, fee) => sum + (fee.amount ?? 0), 0);

const textOr = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const rowsOf = <T>(value: T[] | undefined): T[] => (Array.isArray(value) ? value : []);

/**
 * Puts the catalogues' requirements, fees and accounts into the permit, with the applicant's ticks. Until it is verified a permit
 * follows the catalogues; afterwards only officers change it, and what was asked and charged stays.
 */
export async function fillFromCatalogues(catalogues: CatalogueClient, trip: TripDocument, language: Language): Promise<void> {
  const documentCode = textOr(trip.documentDetails?.code);
  if (!documentCode) return;
  const subDocumentCode = textOr(trip.subDocumentDetails?.code);
  const [asked, questions, fees, accounts] = await Promise.all([
    requirementsOf(catalogues, documentCode, subDocumentCode, language),
    questionsOf(catalogues, documentCode, language),
    feesOf(catalogues, documentCode, subDocumentCode, language),
    accountsOf(catalogues),
  ]);
  const ticks = new Map(rowsOf(trip.requirements).map((r) => [r.id, r.accepted === true]));
  trip.requirements = asked.map((r) => ({ ...r, accepted: ticks.get(r.id) ?? false }));
  trip.questions = wordedQuestions(rowsOf(trip.questions), questions);
  const paid = new Set(
    rowsOf(trip.fees)
      .filter((f) => f.status === 'PAID')
      .map((f) => f.code),
  );
  trip.fees = fees.map((fee) => (paid.has(fee.code) ? { ...fee, status: 'PAID' } : fee));
  trip.accounts = fees.length ? accounts : [];
  trip.accountDetails = { ...trip.accountDetails, totalFee: totalOf(fees) };
}

/** The answers to the questions that are asked, under the published wording; what was not asked is dropped. */
function wordedQuestions(answers: readonly QuestionRow[], questions: readonly QuestionRecord[]): QuestionRow[] {
  const given = new Map(answers.map((a) => [a.id, a]));
  return questions.flatMap(({ id, rank, description }) => {
    const answer = given.get(id);
    return answer ? [{ id, rank, description, accepted: answer.accepted, declined: answer.declined }] : [];
  });
}

const is = (record: CatalogueRecord, key: string, value: number): boolean => Number(record[key] ?? value) === value;

/** The documents that the caller may apply for: of its first two agencies; without an agency those open to the public. */
export function mayApplyFor(record: CatalogueRecord, call: Call): boolean {
  if (record.binder !== triptic || !record.code.includes(creatableFragment) || !is(record, 'removed', 0)) return false;
  const agencies = call.actor.agencies.slice(0, 2);
  return agencies.length ? agencies.includes(String(record.agencyCode)) : is(record, 'accessLevel', 2);
}

const chooseOne = (field: string, label: { en: string; pt: string }, language: Language): FieldError => {
  const error = broken('CHOICE', field, L(`${label.en}: choose one from the list`, `${label.pt}: escolha um da lista`));
  return { ...error, message: pickLanguage(error.message, language) };
};

/**
 * Whether the choices of an application belong together: everything to its document, and the document to who applies.
 * @param applicant null where the right to the document has been asked before
 */
export async function choiceErrors(catalogues: CatalogueClient, trip: TripDocument, applicant: Call | null, language: Language): Promise<FieldError[]> {
  const { documentDetails, subDocumentDetails, centerDetails, destinationCode } = trip;
  const record = documentDetails.code ? await catalogues.find('documents', documentDetails.code) : undefined;
  if (!record) return [];
  const errors: FieldError[] = [];
  const demand = async (name: string, code: string | undefined, fits: (r: CatalogueRecord) => boolean, error: FieldError): Promise<void> => {
    const found = code ? await catalogues.find(name, code, fits) : undefined;
    if (code && !found) errors.push(error);
  };
  const ofDocument = (r: CatalogueRecord): boolean => r.documentCode === record.code;
  if (applicant && !mayApplyFor(record, applicant)) errors.push(chooseOne('documentDetails.code', L('Applying for', 'Pedido de'), language));
  await demand('sub-documents', subDocumentDetails?.code, ofDocument, chooseOne('subDocumentDetails.code', L('Sub-document', 'Subdocumento'), language));
  await demand(
    'agency-centres',
    centerDetails?.code,
    (r) => r.agencyCode === record.agencyCode,
    chooseOne('centerDetails.code', L('Processing centre', 'Centro de processamento'), language),
  );
  await demand('travel-destinations', destinationCode, ofDocument, chooseOne('destinationCode', L('Destination', 'Destino'), language));
  return errors;
}

/** The authoriser is one of the document's: of the sub-document's where the document says so. */
export async function authoriserErrors(catalogues: CatalogueClient, trip: TripDocument, language: Language): Promise<FieldError[]> {
  const code = trip.authoriserDetails?.code;
  if (!code) return [];
  const { type, documentCode } = authorisersOf(trip);
  const found = await catalogues.find('authorisers', code, (r) => Number(r.type) === type && r.documentCode === documentCode && Number(r.status) === 1);
  return found ? [] : [chooseOne('authoriserDetails.code', L('Authoriser', 'Autorizante'), language)];
}
