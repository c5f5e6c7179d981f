/** The parts of a permit that the catalogues define: questions, requirements, fees and bank accounts; and the checks on the applicant's choices. */
import { type Bilingual, type CatalogueRecord, L, type Language, sentence } from '@portal/contract-kit';
import {
  type Call,
  type CatalogueClient,
  type DocumentKit,
  type Fault,
  feesOf,
  mayApplyFor,
  recordOn,
  requirementsOf,
  settleRequirements,
  settleTickedQuestions,
  textIn,
  totalOf,
} from '@portal/service-kit';
import { type AccountRow, authorisersOf, type FeeRow, type RequirementRow, type TripDocument } from '../../contract/index.ts';

export const triptic = 'TRIPTIC';
/** The code of a document that can be applied for contains this. */
const creatableFragment = 'IB';

/** The requirements of a document and sub-document, without ticks. */
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

/** The fees of a document and sub-document in the order they fall due: those of the permit first. */
export async function tripFees(
  catalogues: CatalogueClient,
  day: string,
  documentCode: string,
  subDocumentCode: string | undefined,
  language: Language,
): Promise<FeeRow[]> {
  const fees = await feesOf(catalogues, day, documentCode, subDocumentCode, language, ({ stage }) => ({ stage: stage === 'exit' ? 'exit' : 'permit' }));
  return [...fees.filter(({ stage }) => stage === 'permit'), ...fees.filter(({ stage }) => stage === 'exit')];
}

/** The bank accounts into which the fees may be paid today, named in a language: money is not sent to an account that has ended, whatever the permit's day. */
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
 * Puts the catalogues' questions, requirements, fees and accounts into the permit, with the applicant's answers and ticks. Whatever a client
 * omits, repeats, invents or reorders, each row of the catalogues is there once, as it is on the permit's day. After verification only
 * officers change the permit, and its questions and fees stay as they were.
 * @param before the stored permit
 */
export async function fillFromCatalogues(
  { catalogues, calendar }: Pick<DocumentKit, 'catalogues' | 'calendar'>,
  trip: TripDocument,
  before: TripDocument | undefined,
): Promise<void> {
  const documentCode = textOr(trip.documentDetails?.code);
  if (!documentCode) {
    // Without a document there are no questions, and the client's rows are dropped.
    Object.assign(trip, { questions: [], requirements: [], fees: [] });
    return;
  }
  const subDocumentCode = textOr(trip.subDocumentDetails?.code);
  const day = await calendar.dayOf(before);
  const [questions, requirements, fees, accounts] = await Promise.all([
    settleTickedQuestions(catalogues, day, documentCode, trip.questions),
    settleRequirements(catalogues, day, documentCode, subDocumentCode, trip.requirements, ['accepted'], before?.requirements),
    tripFees(catalogues, day, documentCode, subDocumentCode, 'en'),
    accountsOf(catalogues, await calendar.dayOf(), 'en'),
  ]);
  // The contract requires each answer; a draft may leave questions open.
  trip.questions = questions.rows;
  trip.requirements = requirements.map((row) => ({ ...row, quantity: row.quantity ?? 1 }));
  const paid = new Set((before?.fees ?? []).filter((f) => f.status === 'PAID').map((f) => f.code));
  trip.fees = fees.map((fee) => (paid.has(fee.code) ? { ...fee, status: 'PAID' } : fee));
  trip.accounts = fees.length ? accounts : [];
  trip.accountDetails = { ...trip.accountDetails, totalFee: totalOf(fees) };
}

const notInTheList = (field: string, label: Bilingual): Fault => ({
  code: 'CHOICE',
  field,
  message: sentence('{{label}}: choose one from the list', '{{label}}: escolha um da lista', { label }),
});

/**
 * Whether the choices of an application fit together: all of them with its document, and the document with the applicant.
 * @param day the permit's own
 * @param applicant null where the right to the document was checked before
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
  if (applicant && !(record.code.includes(creatableFragment) && mayApplyFor(record, applicant.actor, triptic)))
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

/** The document, its movement and so the series of the reference are fixed once a trip is registered. */
export function fixedErrors(trip: TripDocument, before: TripDocument | undefined): Fault[] {
  if (!before?.serialReference || !trip.documentDetails.code) return [];
  const { code, movement } = before.documentDetails;
  if (trip.documentDetails.code === code && trip.documentDetails.movement === movement) return [];
  const message = L('What is applied for cannot change any more: register another trip', 'O que se pede já não pode mudar: registe outra viagem');
  return [{ code: 'CHOICE', field: 'documentDetails.code', message }];
}

/** The authoriser must belong to the document, or to the sub-document where the document requires that, and be in office today. */
export async function authoriserErrors(catalogues: CatalogueClient, today: string, trip: TripDocument): Promise<Fault[]> {
  const code = trip.authoriserDetails?.code;
  if (!code) return [];
  const { type, documentCode } = authorisersOf(trip);
  const matching = (r: CatalogueRecord): boolean => Number(r.type) === type && r.documentCode === documentCode && Number(r.status) === 1;
  const found = await catalogues.find('authorisers', code, { day: today, matching });
  return found ? [] : [notInTheList('authoriserDetails.code', L('Authoriser', 'Autorizante'))];
}
