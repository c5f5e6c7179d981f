/** The search fields, list columns and export columns that both kinds of declaration share. */
import { type Bilingual, L } from '@portal/contract-kit';
import {
  codeNameField,
  columnsOf,
  dateFields,
  type FactsToSeal,
  nameField,
  numberField,
  phoneField,
  registeredSearch,
  type SearchFields,
  type ServerFields,
  serialColumns,
  sortable,
  textField,
  textFields,
} from '@portal/service-kit';
import type { DepartureDeclarationBody, Lane } from '../../contract/index.ts';
import type { DeclarationRow } from './declaration.row.ts';

/** Fields that are stored in a column of the same name. */
const texts = ['agencyCode', 'nationalityCode', 'gender', 'occupation', 'reason', 'entryPointCode', 'flightCode', 'currencyStatus'] as const;
const names = ['firstName', 'lastName'] as const;
const numbers = ['travellerCode', 'phoneNumber', 'flightNumber'] as const;
const days = ['birthDate', 'expiryDate'] as const;

/** The search fields of both lists, named as in the contract. */
export const declarationSearch: SearchFields = {
  ...registeredSearch,
  groupId: { column: 'groupId', type: 'TEXT', operations: ['EQ', 'IN'] },
  'applicantUser.name': nameField('applicantName'),
  'flightDetails.code': textField('pointCode'),
  'flightDetails.description': codeNameField('pointCode', 'entry-points'),
  ...dateFields(...days),
  ...textFields(...texts),
  travellerCode: numberField('travellerCode'),
  phoneNumber: phoneField('phoneNumber'),
  firstName: sortable(nameField('firstName'), []),
  lastName: sortable(nameField('lastName'), []),
  flightNumber: sortable({ ...numberField('flightNumber'), repeats: true }, []),
};

/** List columns of both kinds. */
export const declarationListFields: readonly string[] = [
  'serialReference',
  'applicantUser',
  'documentCode',
  'groupId',
  'agencyCode',
  'flightDetails',
  'entryPointCode',
  'flightCode',
  'flightNumber',
  'travellerCode',
  'nationalityCode',
  'nationalityName',
  'expiryDate',
  'firstName',
  'lastName',
  'birthDate',
  'gender',
  'occupation',
  'reason',
  'reasonName',
  'currencyStatus',
];

/** The field that names the adult who answered the questions for a child. */
export const answeredByField = { path: 'answeredBy', label: L('Answered for by', 'Respondido por') };

/** The fields by which officials find a declaration. `person` identifies other declarations of the same traveller. */
export const declarationLookup = { person: ['travellerCode'], names: ['firstName', 'lastName'], phones: ['phoneNumber'] } as const;

/** The criteria of the public finder. */
export const declarationFinder = {
  fields: {
    travellerCode: {
      column: 'travellerCode',
      type: 'TEXT',
      operation: 'EQ',
      upper: true,
      message: L('Enter passport number', 'Indique o número do passaporte'),
    },
    birthDate: { column: 'birthDate', type: 'DATE', operation: 'EQ', message: L('Enter date of birth', 'Indique a data de nascimento') },
    nationalityCode: { column: 'nationalityCode', type: 'TEXT', operation: 'EQ', message: L('Enter nationality', 'Indique a nacionalidade') },
  },
} as const;

const reference = { title: L('Reference', 'Referência'), path: 'serialReference.reference' };
const date = { title: L('Date', 'Data'), path: 'serialReference.date' };
const traveller = [
  { title: L('First name', 'Nome próprio'), path: 'firstName' },
  { title: L('Last name', 'Apelido'), path: 'lastName' },
  { title: L('Passport number', 'Número do passaporte'), path: 'travellerCode' },
  { title: L('Nationality', 'Nacionalidade'), path: 'nationalityName' },
  { title: L('Flight or voyage number', 'Número do voo ou da viagem'), path: 'flightNumber' },
];
const standing = [
  { title: L('Status', 'Estado'), path: 'documentStatus' },
  { title: L('Created at (UTC)', 'Criada em (UTC)'), path: 'createdAt' },
];

/** Returns the columns of a CSV export: the shared ones, with the kind's own columns between them. */
export const declarationCsv = (...own: { title: Bilingual; path: string }[]) => [reference, date, ...traveller, ...own, ...standing];

type Shared = Pick<DepartureDeclarationBody, (typeof texts | typeof names | typeof numbers | typeof days)[number]> & {
  flightDetails: { code?: string; description?: string };
  groupId?: string;
};

/** Returns the values of the columns that both kinds have. */
export const projectDeclaration = (model: Shared & ServerFields): Partial<DeclarationRow> => ({
  ...serialColumns(model.serialReference),
  ...columnsOf(model, ...texts, ...names, ...numbers, ...days),
  groupId: model.groupId ?? null,
  applicantName: model.applicantUser.name.slice(0, 200),
  pointCode: model.flightDetails.code ?? null,
  pointName: model.flightDetails.description ?? null,
});

/** The fields with the addresses to which a one-time code can be sent. */
export const reachedBy = { email: 'emailAddress', phone: 'phoneNumber' } as const;

/** The actions that can change what the sealed code of a declaration states: its answers, or its lane. */
const changesSeal: readonly (string | undefined)[] = ['register', 'update', 'amendment', 'lane'];

/** Returns the facts that the sealed code of a declaration states, with the time of the last action that can change them. */
export function sealedFacts(model: Shared & ServerFields & { lane?: Lane }, day: string | undefined): FactsToSeal | undefined {
  const last = model.actions.findLast(({ action }) => changesSeal.includes(action));
  const { travellerCode, birthDate, lane } = model;
  if (!day || !travellerCode || !birthDate) return undefined;
  return { at: Math.floor(Date.parse(`${last?.dateTime ?? model.documentCreatedAt}Z`) / 1000), lane, day, passport: travellerCode, birthDate };
}
