/** Every catalogue: its fields beside `code` and `name`, and its special rules. To add a catalogue, add an entry. */
import { isDay, minorOf } from '@portal/contract-kit';
import { between, bit, type CatalogueField, codeOf, day, type FieldValue, flag, integer, list, text } from './field-kinds.ts';

export interface CatalogueDefinition {
  fields: Record<string, CatalogueField>;
  /** The pattern of a new code, if a standard defines it, and a further check. */
  codes?: { shape: RegExp; isReal?: (code: string) => boolean; says: string };
  /** Fields whose value follows from the code. */
  fixed?: Record<string, (code: string) => FieldValue>;
  /** Fields whose value stays as the record was made, because issued references depend on it, each with the value that an empty one stands for. */
  lasting?: Record<string, FieldValue>;
  /** The times at which an interval ends, each with that at which it begins: `{ closes: 'opens' }`. */
  after?: Record<string, string>;
  /** Whether the names are whole sentences, which may have several lines. */
  sentences?: boolean;
  /** Whether the records are sorted by name; otherwise they are in the order of the file. */
  byName?: boolean;
  /** Further names under which fields are published: `{ description: 'name' }`. */
  also?: Record<string, string>;
  /** Whether the catalogue contains personal data: it is then available only through its lookup, never as a catalogue. */
  closed?: boolean;
  /** Whether a change has to be approved by a second person. */
  approval?: boolean;
}

/** The form of new codes that a document stores in fewer characters than a catalogue. */
const upTo = (max: number): CatalogueDefinition['codes'] => ({
  shape: new RegExp(`^.{1,${max}}$`, 'u'),
  says: `up to ${max} letters, digits, dots, dashes or spaces`,
});
/** The codes that an applicant or officer chooses for a licence, and that of the agency of a trip. */
const codes = upTo(35);

const plain: CatalogueDefinition = { fields: {} };
const ofDocument = { documentCode: codeOf('documents', true) };
const asked: CatalogueDefinition = {
  approval: true,
  sentences: true,
  // Declarations store the rank of each question in their lists.
  fields: { ...ofDocument, rank: between(0, 999) },
  also: { id: 'code', description: 'name' },
};
const attached: CatalogueDefinition = { fields: { binder: text(35) } };

export const catalogues: Record<string, CatalogueDefinition> = {
  countries: {
    fields: { alpha3: text(3), numeric: text(3), nationality: text(70), nationality_pt: text(70), altNames: list() },
    codes: { shape: /^[A-Z]{2}$/, says: 'two capital letters (ISO 3166-1)' },
    byName: true,
  },
  currencies: {
    fields: { numeric: text(3), minorUnits: between(0, 4) },
    codes: { shape: /^[A-Z]{3}$/, says: 'three capital letters (ISO 4217)' },
    // Stored amounts are counted in it, and every part of the portal reads them so.
    fixed: { minorUnits: minorOf },
    byName: true,
  },
  airports: {
    fields: { city: text(100), country: codeOf('countries', true) },
    codes: { shape: /^[A-Z]{3}$/, says: 'three capital letters (IATA)' },
    byName: true,
  },
  flights: {
    fields: {
      airlineCode: text(3),
      airlineName: text(70),
      originCode: codeOf('airports'),
      destinationCode: codeOf('airports'),
      direction: text(1, { oneOf: ['A', 'D'] }),
      entryPointCode: codeOf('entry-points'),
    },
  },
  'entry-points': {
    fields: {
      airport: bit(),
      kind: text(4, { required: true, oneOf: ['AIR', 'LAND', 'SEA'] }),
      districtCode: codeOf('districts'),
      airportCode: codeOf('airports'),
      facing: text(70),
    },
  },
  'travel-purposes': { fields: { destinationVisa: flag() } },
  'traveller-types': { fields: { foreigner: flag(), sponsor: flag(), permit: flag(), resident: flag() } },
  'accommodation-types': plain,
  decisions: { fields: { final: flag() } },
  genders: { fields: {}, codes },
  titles: plain,
  'identity-types': { fields: {}, codes },
  'sponsor-types': plain,
  districts: { fields: { capital: text(70) }, codes },
  'sub-districts': { fields: { districtCode: codeOf('districts', true) } },
  // Trips store the code of their movement in 5 characters.
  movements: { fields: {}, codes: upTo(5) },
  documents: {
    fields: {
      binder: text(35, { required: true }),
      agencyCode: codeOf('agencies', true),
      accessLevel: between(1, 2),
      removed: between(0, 1),
      movement: codeOf('movements'),
      confirmation: flag(),
      forceOnSubDocument: flag(),
      centerStatus: flag(),
    },
    // The movement is the series of the references of trips. Trips whose document has none are exits.
    lasting: { movement: 'E' },
    // The code is part of every reference, and people type references in capital letters.
    codes: { shape: /^[A-Z0-9][A-Z0-9. -]{0,34}$/, says: 'up to 35 capital letters, digits, dots, dashes or spaces' },
  },
  'sub-documents': { fields: ofDocument, codes },
  'document-types': { fields: {}, codes },
  requirements: {
    approval: true,
    sentences: true,
    fields: { ...ofDocument, subDocumentCode: codeOf('sub-documents'), rank: integer(true) },
    also: { id: 'code', description: 'name' },
  },
  questions: { ...asked, fields: { ...asked.fields, about: text(20) } },
  declarations: asked,
  fees: {
    approval: true,
    fields: {
      ...ofDocument,
      subDocumentCode: codeOf('sub-documents'),
      amount: between(0, 1_000_000_000),
      currencyCode: codeOf('currencies', true),
      stage: text(35, { required: true, oneOf: ['application', 'permit', 'exit'] }),
    },
  },
  'bank-accounts': {
    fields: {
      bankCode: text(35, { required: true }),
      bankName: text(70, { required: true }),
      bankName_pt: text(70),
      accountNumber: text(70, { required: true }),
      currencyCode: codeOf('currencies'),
    },
    codes,
  },
  // `slip`: the payment has a slip with a number. `cash`: the money is counted together with the float.
  'payment-methods': { fields: { cash: flag(), slip: flag() } },
  'scanned-documents': { ...attached, codes },
  'attachment-types': attached,
  'vehicle-categories': plain,
  'vehicle-makes': plain,
  'vehicle-colours': plain,
  'vehicle-fuels': plain,
  'vehicle-classes': plain,
  'travel-destinations': { fields: ofDocument },
  commodities: { fields: { restricted: flag() }, also: { commodityCode: 'code', description: 'name' } },
  // A forced choice (type 2) depends on the sub-document, so the document code may be a code of either catalogue.
  authorisers: {
    fields: {
      title: text(70, { required: true }),
      title_pt: text(70),
      serial: text(35, { required: true }),
      type: between(1, 2),
      documentCode: text(70, { required: true, ofAny: ['documents', 'sub-documents'] }),
      status: between(0, 1),
    },
  },
  agencies: { fields: {}, codes },
  'agency-centres': { fields: { agencyCode: codeOf('agencies', true), districtCode: codeOf('districts') } },
  'institution-categories': { fields: {}, codes },
  // The country's calendar, which determines by when an office has to complete a step.
  'working-hours': {
    approval: true,
    fields: {
      weekday: between(1, 7),
      opens: text(5, { required: true, form: 'time' }),
      closes: text(5, { required: true, form: 'time' }),
      timeZone: text(64, { required: true, form: 'timeZone' }),
    },
    // Due dates would leave out other hours without a word.
    after: { closes: 'opens' },
  },
  holidays: {
    approval: true,
    fields: {},
    codes: {
      shape: /^(\d{4}-)?\d\d-\d\d$/,
      // 29 February is also valid as a day of every year.
      isReal: (code) => isDay(code.length === 5 ? `2000-${code}` : code),
      says: 'a day, 2026-04-03, or a day of every year, 05-20',
    },
  },
  // The minutes by which a step may be overdue before its supervisors are notified.
  'escalation-rules': {
    fields: { minutes: between(1, 525_600) },
    codes: { shape: /^[a-z][a-z-]*\.[a-z][a-z-]*$/, says: 'a kind of document and an action, professional-licence.verification' },
  },
  // Questions that an officer may ask an applicant about a requirement whose code is `requirementCode` or ends with it.
  'query-templates': {
    fields: { text: text(1000, { required: true, lines: true }), text_pt: text(1000, { lines: true }), requirementCode: text(70), rank: integer() },
  },
  'medicine-items': { fields: { form: text(35), form_pt: text(35), strength: text(35), atcCode: text(10), prescription: flag() } },
  'product-declarations': {
    closed: true,
    fields: {
      declarant: text(70),
      regime: text(10),
      totalPackages: integer(),
      grossMassKg: integer(),
      customsValue: integer(),
      currencyCode: codeOf('currencies'),
      officeCode: codeOf('agency-centres'),
      acceptedOn: day(),
      standing: text(35),
    },
  },
  'membership-registrations': {
    closed: true,
    fields: { organisation: text(100), memberNumber: text(35), category: text(70), registeredOn: day(), validUntil: day() },
  },
};

/** Enumerations are served from catalogues, under the names in the specification. */
export const enums: Record<string, string> = {
  'Gender-Enums': 'genders',
  'Decision-Enums': 'decisions',
  'Accommodation-Enums': 'accommodation-types',
  'DocumentType-Enums': 'document-types',
  'TravellerType-Enums': 'traveller-types',
  'InstitutionCategory-Enums': 'institution-categories',
};

export const definitionOf = (name: string): CatalogueDefinition | undefined => (Object.hasOwn(catalogues, name) ? catalogues[name] : undefined);
