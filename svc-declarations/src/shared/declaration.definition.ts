/** Search columns of both declaration tables. */
import { type Bilingual, L } from '@portal/contract-kit';
import type { ServerFields } from '@portal/service-kit';
import {
  CodeColumn,
  DayColumn,
  DocumentRow,
  dateField,
  documentColumns,
  documentIndices,
  IntColumn,
  integerField,
  type SearchFields,
  TextColumn,
  tables,
  textField,
  tokensLength,
} from '@portal/service-kit';
import type { TableColumnOptions, TableIndexOptions } from 'typeorm';
import type { DepartureDeclarationBody } from '../../contract/index.ts';

export abstract class DeclarationRow extends DocumentRow {
  @IntColumn() serialYear: number;
  @IntColumn() serialNumber: number;
  @DayColumn() serialDate: string;
  @TextColumn(200) applicantName: string;
  /** A digest; the passport number itself is encrypted in the body. */
  @CodeColumn(70) travellerCode: string;
  @CodeColumn(tokensLength(70)) travellerCodeParts: string | null;
  @CodeColumn(70) nationalityCode: string;
  @TextColumn(70) firstName: string;
  @TextColumn(70) lastName: string;
  @DayColumn() birthDate: string;
  @DayColumn() expiryDate: string;
  @CodeColumn(70) gender: string;
  @TextColumn(35) occupation: string;
  @CodeColumn(70) reason: string | null;
  @CodeColumn(70) entryPointCode: string;
  @CodeColumn(70) pointCode: string;
  @TextColumn(500) pointName: string | null;
  @CodeColumn(70) flightCode: string | null;
  @CodeColumn(35) flightNumber: string;
  @CodeColumn(3) currencyStatus: string;
}

const columnNames = [
  ['applicantName', 200],
  ['agencyCode', 70],
  ['travellerCode', 70],
  ['nationalityCode', 70],
  ['firstName', 70],
  ['lastName', 70],
  ['birthDate', 10],
  ['expiryDate', 10],
  ['gender', 70],
  ['occupation', 35],
  ['reason', 70],
  ['entryPointCode', 70],
  ['pointCode', 70],
  ['pointName', 500],
  ['flightCode', 70],
  ['flightNumber', 35],
  ['currencyStatus', 3],
] as const;

/** Columns of `DeclarationRow` for a migration. */
export const declarationColumns = (): TableColumnOptions[] => [
  ...documentColumns(),
  tables.int('serialYear'),
  tables.int('serialNumber'),
  tables.day('serialDate'),
  ...columnNames.map(([name, length]) => tables.text(name, length)),
];

/** Indexes of both tables: the finder's three criteria, passport, names. */
export const declarationIndices = (table: string): TableIndexOptions[] => [
  ...documentIndices(table),
  tables.index(table, ['travellerCode', 'birthDate', 'nationalityCode']),
  tables.index(table, ['lastName', 'createdAt']),
  tables.index(table, ['entryPointCode', 'createdAt']),
];

/** Fields that both lists can be searched by, named as in the contract. */
export const declarationSearch: SearchFields = {
  id: { column: 'id', type: 'TEXT', operations: ['EQ', 'IN'] },
  documentStatus: textField('documentStatus'),
  documentCode: textField('documentCode'),
  createdAt: dateField('createdAt'),
  documentCreatedAt: dateField('createdAt'),
  'serialReference.reference': textField('reference'),
  'serialReference.year': integerField('serialYear'),
  'serialReference.number': integerField('serialNumber'),
  'serialReference.date': dateField('serialDate'),
  'applicantUser.name': textField('applicantName'),
  'flightDetails.code': textField('pointCode'),
  'flightDetails.description': textField('pointName'),
  birthDate: dateField('birthDate'),
  expiryDate: dateField('expiryDate'),
  ...Object.fromEntries(
    [
      'agencyCode',
      'travellerCode',
      'nationalityCode',
      'firstName',
      'lastName',
      'gender',
      'occupation',
      'reason',
      'entryPointCode',
      'flightCode',
      'flightNumber',
      'currencyStatus',
    ].map((column) => [column, textField(column)]),
  ),
};

/** List columns of both kinds. */
export const declarationListFields: readonly string[] = [
  'serialReference',
  'applicantUser',
  'documentCode',
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

/** The criteria of the public finder, and the columns it shows. */
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
  { title: L('Flight or voyage number', 'Número de voo ou viagem'), path: 'flightNumber' },
];
const standing = [
  { title: L('Status', 'Estado'), path: 'documentStatus' },
  { title: L('Created at', 'Criada em'), path: 'createdAt' },
];

/** Columns of a CSV export: those of both kinds, with the kind's own between them. */
export const declarationCsv = (...own: { title: Bilingual; path: string }[]) => [reference, date, ...traveller, ...own, ...standing];

type Shared = Pick<
  DepartureDeclarationBody,
  | 'agencyCode'
  | 'travellerCode'
  | 'nationalityCode'
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'expiryDate'
  | 'gender'
  | 'occupation'
  | 'reason'
  | 'entryPointCode'
  | 'flightCode'
  | 'flightNumber'
  | 'currencyStatus'
> & { flightDetails: { code?: string; description?: string } };

/** The values of those columns. */
export function projectDeclaration(model: Shared & ServerFields): Partial<DeclarationRow> {
  const {
    agencyCode,
    travellerCode,
    nationalityCode,
    firstName,
    lastName,
    birthDate,
    expiryDate,
    gender,
    occupation,
    entryPointCode,
    flightNumber,
    currencyStatus,
    serialReference: s,
  } = model;
  return {
    serialYear: s.year,
    serialNumber: s.number,
    serialDate: s.date,
    applicantName: model.applicantUser.name.slice(0, 200),
    ...{
      agencyCode,
      travellerCode,
      nationalityCode,
      firstName,
      lastName,
      birthDate,
      expiryDate,
      gender,
      occupation,
      entryPointCode,
      flightNumber,
      currencyStatus,
    },
    // Null, not undefined: an amendment that removes a value must clear its column too.
    reason: model.reason ?? null,
    flightCode: model.flightCode ?? null,
    pointCode: model.flightDetails.code as string,
    pointName: model.flightDetails.description ?? null,
  };
}

/** The person whom the declaration is about. */
export const travellerName = ({ firstName, lastName }: { firstName?: string; lastName?: string }): string => [firstName, lastName].filter(Boolean).join(' ');

/** The address to which a one-time code is sent. */
export const reachedBy = { email: 'emailAddress', phone: 'phoneNumber' } as const;
