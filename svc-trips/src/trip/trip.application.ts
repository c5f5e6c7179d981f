/**
 * The parts of a permit that the catalogues define, which are its questions, requirements, fees and bank accounts, and the checks on the applicant's choices.
 */
import { type Bilingual, type CatalogueRecord, chooseFromList, L, type Language } from '@portal/contract-kit';
import {
  type Call,
  type CatalogueClient,
  completeRequirements,
  completeTickedQuestions,
  type DocumentKit,
  type Fault,
  feesOf,
  mayApplyFor,
  recordOn,
  requirementsOf,
  textIn,
  totalOf,
} from '@portal/service-kit';
import {
  type AccountRow,
  authorisersOf,
  creationTypeFragment,
  type FeeRow,
  movementOf,
  type RequirementRow,
  type TripDocument,
  tripBinder,
} from '../../contract/index.ts';

/** Returns the requirements of a document and sub-document, without ticks. */
export const tripRequirements = (
  catalogues: CatalogueClient,
  day: string,
  documentCode: string,
  subDocumentCode: string | undefined,
  language: Language,
): Promise<RequirementRow[]> =>
  requirementsOf(catalogues, day, documentCode, subDocumentCode, language, ({ quantity }) => ({
    quantity: Number(quantity ?? 1),
    accepted: false,
    confirmed: false,
  }));

/**
 * Returns the fees of a document and sub-document in the order in which they become due: the permit fees first. All fees of an entry are permit fees, because
 * nothing is paid after its approval.
 */
export async function tripFees(
  catalogues: CatalogueClient,
  day: string,
  documentCode: string,
  subDocumentCode: string | undefined,
  language: Language,
): Promise<FeeRow[]> {
  const isEntry = (await catalogues.find('documents', documentCode, { day }))?.movement === 'I';
  const fees = await feesOf(catalogues, day, documentCode, subDocumentCode, language, ({ stage }) => ({
    stage: stage === 'exit' && !isEntry ? 'exit' : 'permit',
  }));
  return [...fees.filter(({ stage }) => stage === 'permit'), ...fees.filter(({ stage }) => stage === 'exit')];
}

/**
 * Returns the bank accounts that can receive the fees today, with names in a language. The day of the permit does not matter, because nobody may pay into a
 * closed account.
 */
export async function accountsOf(catalogues: CatalogueClient, today: string, language: Language): Promise<AccountRow[]> {
  const records = await catalogues.records('bank-accounts');
  return records
    .map((r) => recordOn(r, today))
    .filter((r) => r.retired !== true)
    .map((r) => ({
      id: r.code,
      bankCode: String(r.bankCode ?? r.code),
      bankName: textIn(r, 'bankName', language) ?? r.name,
      accountNumber: String(r.accountNumber ?? ''),
    }));
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Puts the questions, requirements and fees of the catalogues into the permit, with the applicant's answers and ticks. Whatever rows a client omits,
 * repeats, invents or reorders, each row of the catalogues occurs exactly once, as it is on the permit's day. After verification only officers change the
 * permit, and this function no longer runs, so its questions and fees stay unchanged.
 * @param before the stored permit, undefined for a new one
 */
export async function completeLists(
  { catalogues, calendar }: Pick<DocumentKit, 'catalogues' | 'calendar'>,
  trip: TripDocument,
  before: TripDocument | undefined,
): Promise<void> {
  const documentCode = textOr(trip.documentDetails?.code);
  if (!documentCode) {
    // Without a document there are no questions, so the client's rows are dropped.
    Object.assign(trip, { questions: [], requirements: [], fees: [] });
    return;
  }
  const subDocumentCode = textOr(trip.subDocumentDetails?.code);
  const day = await calendar.dayOf(before);
  const [questions, requirements, fees] = await Promise.all([
    completeTickedQuestions(catalogues, day, documentCode, trip.questions),
    completeRequirements(catalogues, day, documentCode, subDocumentCode, trip.requirements, ['accepted'], before?.requirements),
    tripFees(catalogues, day, documentCode, subDocumentCode, 'en'),
  ]);
  // The contract requires an answer to each question; only a draft may leave questions open.
  trip.questions = questions.rows;
  trip.requirements = requirements.map((row) => ({ ...row, quantity: row.quantity ?? 1 }));
  const paid = new Set((before?.fees ?? []).filter((f) => f.status === 'PAID').map((f) => f.code));
  trip.fees = fees.map((fee) => (paid.has(fee.code) ? { ...fee, status: 'PAID' } : fee));
  // Filled by `fillAccounts`. Rows that the permit already has are not judged.
  trip.accounts = [];
  trip.accountDetails = { ...trip.accountDetails, totalFee: totalOf(fees) };
}

/**
 * Puts the bank accounts of today into a permit with fees. This is done after the codes are judged by the day of the permit, because an account may have been
 * opened later.
 */
export async function fillAccounts({ catalogues, calendar }: Pick<DocumentKit, 'catalogues' | 'calendar'>, trip: TripDocument): Promise<void> {
  // The stored language does not matter, because names are shown in the reader's language.
  if (textOr(trip.documentDetails?.code) && trip.fees?.length) trip.accounts = await accountsOf(catalogues, await calendar.dayOf(), 'en');
}

const notInTheList = (field: string, label: Bilingual): Fault => ({
  code: 'CHOICE',
  field,
  message: chooseFromList(label),
});

/**
 * Checks that the choices of an application fit its document, and that the applicant may apply for the document.
 * @param day on which the catalogue entries are looked up
 * @param applicant the applicant's call; null if the right to apply was checked before
 */
export async function choiceErrors(catalogues: CatalogueClient, day: string, trip: TripDocument, applicant: Call | null): Promise<Fault[]> {
  const { documentDetails, subDocumentDetails, centerDetails, destinationCode } = trip;
  const record = documentDetails.code ? await catalogues.find('documents', documentDetails.code, { day }) : undefined;
  if (!record) return [];
  const errors: Fault[] = [];
  const demand = async (name: string, code: string | undefined, fits: (r: CatalogueRecord) => boolean, error: Fault): Promise<void> => {
    const found = code ? await catalogues.find(name, code, { day, matching: fits }) : undefined;
    if (code && !found) errors.push(error);
  };
  const ofDocument = (r: CatalogueRecord): boolean => r.documentCode === record.code;
  if (applicant && !(record.code.includes(creationTypeFragment) && mayApplyFor(record, applicant.actor, tripBinder)))
    errors.push(notInTheList('documentDetails.code', L('Applying for?', 'O que pretende pedir?')));
  await demand('sub-documents', subDocumentDetails?.code, ofDocument, notInTheList('subDocumentDetails.code', L('Sub-document', 'Subdocumento')));
  await demand(
    'agency-centres',
    centerDetails?.code,
    (r) => r.agencyCode === record.agencyCode,
    notInTheList('centerDetails.code', L('Processing centre', 'Centro de processamento')),
  );
  await demand('travel-destinations', destinationCode, ofDocument, notInTheList('destinationCode', L('Destination', 'Destino')));
  return errors;
}

/** Checks that the document and its movement are unchanged, because the series of the reference depends on them. */
export function fixedFieldErrors(trip: TripDocument, before: TripDocument | undefined): Fault[] {
  if (!before?.serialReference || !trip.documentDetails.code) return [];
  const { documentDetails } = trip;
  if (documentDetails.code === before.documentDetails.code && movementOf({ documentDetails }) === movementOf(before)) return [];
  const message = L('What is applied for cannot change any more: register another trip', 'O que se pede já não pode mudar: registe outra viagem');
  return [{ code: 'CHOICE', field: 'documentDetails.code', message }];
}

/** Checks that the authoriser belongs to the document (or to the sub-document, if the document requires that) and is in office today. */
export async function authoriserErrors(catalogues: CatalogueClient, today: string, trip: TripDocument): Promise<Fault[]> {
  const code = trip.authoriserDetails?.code;
  if (!code) return [];
  const { type, documentCode } = authorisersOf(trip);
  const matching = (r: CatalogueRecord): boolean => Number(r.type) === type && r.documentCode === documentCode && Number(r.status) === 1;
  const found = await catalogues.find('authorisers', code, { day: today, matching });
  return found ? [] : [notInTheList('authoriserDetails.code', L('Authoriser', 'Autorizante'))];
}
