/** What lists search and sort by in the tables of every kind of document, whatever else a kind adds. */
import type { SerialReference } from '@portal/contract-kit';
import { DayColumn, FoldedColumn, IntColumn } from '../database/columns.ts';
import { dateField, integerField, numberField, type SearchFields, sortable, textField, timeField } from '../search/search-query.ts';
import { DocumentRow } from './document-row.ts';

/** A row with the parts of its serial reference as columns. They are null while the document is a draft. */
export abstract class RegisteredRow extends DocumentRow {
  @FoldedColumn() referenceFolded: string | null;
  @DayColumn() serialDate: string | null;
  @IntColumn() serialYear: number | null;
  @IntColumn() serialNumber: number | null;
}

/** The values of these columns. */
export const serialColumns = (serial: SerialReference | undefined): Pick<RegisteredRow, 'serialDate' | 'serialYear' | 'serialNumber'> => ({
  serialDate: serial?.date ?? null,
  serialYear: serial?.year ?? null,
  serialNumber: serial?.number ?? null,
});

/** Columns that have the name and the value of a field. Null, not undefined: removing a value must clear its column too. */
export const columnsOf = <Model extends object, Name extends keyof Model & string>(
  model: Model,
  ...names: readonly Name[]
): { [Each in Name]: NonNullable<Model[Each]> | null } => Object.fromEntries(names.map((name) => [name, model[name] ?? null])) as never;

/** The time of registration, by which lists are ordered unless told otherwise. @param within see `SortableBy` */
export const byCreation = (...within: readonly (readonly string[])[]) => sortable(timeField('createdAt'), ...within);

/** Fields that every list can be searched by, named as in the contract. */
export const registeredSearch: SearchFields = {
  id: { column: 'id', type: 'TEXT', operations: ['EQ', 'IN'] },
  documentStatus: textField('documentStatus'),
  documentCode: textField('documentCode'),
  createdAt: byCreation(['documentStatus'], []),
  documentCreatedAt: byCreation(['documentStatus'], []),
  'serialReference.reference': sortable(numberField('reference'), []),
  'serialReference.date': dateField('serialDate'),
  'serialReference.year': integerField('serialYear'),
  'serialReference.number': integerField('serialNumber'),
};
