/** Columns that both declaration tables search by. */

import type { ServerFields } from '@portal/service-kit';
import {
  CodeColumn,
  DayColumn,
  DocumentRow,
  documentColumns,
  documentIndices,
  IntColumn,
  type SearchFields,
  TextColumn,
  tables,
  tokensLength,
} from '@portal/service-kit';
import type { TableColumnOptions, TableIndexOptions } from 'typeorm';
import type { DepartureDeclarationBody } from '../../contract/index.ts';

export abstract class DeclarationRow extends DocumentRow {
  @IntColumn() serialYear: number;
  @IntColumn() serialNumber: number;
  @DayColumn() serialDate: string;
  @TextColumn(200) applicantName: string;
  @CodeColumn(70) agencyCode: string;
  /** A digest; the passport number itself is sealed in the body. */
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

/** Indices of both tables: the finder's three criteria, passport, names. */
export const declarationIndices = (table: string): TableIndexOptions[] => [
  ...documentIndices(table),
  tables.index(table, ['travellerCode', 'birthDate', 'nationalityCode']),
  tables.index(table, ['lastName', 'createdAt']),
  tables.index(table, ['entryPointCode', 'createdAt']),
];

/** Fields that both lists search by, as the contract names them. */
export const declarationSearch: SearchFields = {
  id: { column: 'id', type: 'TEXT', operations: ['EQ', 'IN'] },
  documentStatus: { column: 'documentStatus', type: 'TEXT' },
  documentCode: { column: 'documentCode', type: 'TEXT' },
  createdAt: { column: 'createdAt', type: 'DATE' },
  documentCreatedAt: { column: 'createdAt', type: 'DATE' },
  'serialReference.reference': { column: 'reference', type: 'TEXT' },
  'serialReference.year': { column: 'serialYear', type: 'INTEGER' },
  'serialReference.number': { column: 'serialNumber', type: 'INTEGER' },
  'serialReference.date': { column: 'serialDate', type: 'DATE' },
  'applicantUser.name': { column: 'applicantName', type: 'TEXT' },
  'flightDetails.code': { column: 'pointCode', type: 'TEXT' },
  'flightDetails.description': { column: 'pointName', type: 'TEXT' },
  birthDate: { column: 'birthDate', type: 'DATE' },
  expiryDate: { column: 'expiryDate', type: 'DATE' },
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
    ].map((column) => [column, { column, type: 'TEXT' as const }]),
  ),
};

/** List columns of both. */
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

/** What the public finder asks for, and what it tells. */
export const declarationFinder = {
  fields: {
    travellerCode: { column: 'travellerCode', type: 'TEXT', operation: 'EQ', upper: true, message: 'Enter passport number' },
    birthDate: { column: 'birthDate', type: 'DATE', operation: 'EQ', message: 'Enter date of birth' },
    nationalityCode: { column: 'nationalityCode', type: 'TEXT', operation: 'EQ', message: 'Enter nationality' },
  },
} as const;

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
    // Null, not undefined: an amendment that takes a value away must take it out of the column too.
    reason: model.reason ?? null,
    flightCode: model.flightCode ?? null,
    pointCode: model.flightDetails.code as string,
    pointName: model.flightDetails.description ?? null,
  };
}
