/** The fields of a closed catalogue hold personal data: in the database they are sealed as a whole. */
import type { SealedColumn, SealedJson, Sealer } from '@portal/service-kit';
import { In } from 'typeorm';
import { CatalogueRow } from '../database/catalogue.entities.ts';
import { catalogues, definitionOf } from './definitions.ts';
import type { FieldValue } from './field-kinds.ts';

type Values = Record<string, FieldValue>;
const contextOf = (catalogue: string, code: string): string => `record ${catalogue}/${code}`;

/** A record's fields as its row keeps them. */
export const closeValues = (sealer: Sealer, catalogue: string, code: string, values: Values): Values | SealedJson =>
  definitionOf(catalogue)?.closed ? sealer.sealJson(values, contextOf(catalogue, code)) : values;

/** A row's fields as the record has them. */
export const openValues = (sealer: Sealer, row: { catalogue: string; code: string; values: Values | SealedJson }): Values =>
  sealer.openJson<Values>(row.values, contextOf(row.catalogue, row.code));

/** Where they are, for a change of keys. */
export const closedColumn: SealedColumn = {
  entity: CatalogueRow,
  column: 'values',
  key: ['catalogue', 'code'],
  context: (row) => contextOf(row.catalogue, row.code),
  of: { catalogue: In(Object.keys(catalogues).filter((name) => catalogues[name]?.closed)) },
};
