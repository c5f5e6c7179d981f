/** Encrypts the fields of a closed catalogue, which are personal data; the database stores them encrypted as a whole. */
import type { EncryptedColumn, EncryptedJson, Encryption } from '@portal/service-kit';
import { In } from 'typeorm';
import { CatalogueRow } from '../database/catalogue.entities.ts';
import { catalogues, definitionOf } from './definitions.ts';
import type { FieldValue } from './field-kinds.ts';

type Values = Record<string, FieldValue>;
const contextOf = (catalogue: string, code: string): string => `record ${catalogue}/${code}`;

/** Converts the fields of a record to the form in which its row stores them. */
export const encryptValues = (encryption: Encryption, catalogue: string, code: string, values: Values): Values | EncryptedJson =>
  definitionOf(catalogue)?.closed ? encryption.encryptJson(values, contextOf(catalogue, code)) : values;

/** Converts the stored fields of a row to the form of the record. */
export const decryptValues = (encryption: Encryption, row: { catalogue: string; code: string; values: Values | EncryptedJson }): Values =>
  encryption.decryptJson<Values>(row.values, contextOf(row.catalogue, row.code));

/** Describes the encrypted column, for key rotation. */
export const encryptedColumn: EncryptedColumn = {
  entity: CatalogueRow,
  column: 'values',
  key: ['catalogue', 'code'],
  context: (row) => contextOf(row.catalogue, row.code),
  of: { catalogue: In(Object.keys(catalogues).filter((name) => catalogues[name]?.closed)) },
};
