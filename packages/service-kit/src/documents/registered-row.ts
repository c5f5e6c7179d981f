/** Columns and fields by which lists search and sort in the tables of every kind of document. A kind may add more. */
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

/** Returns the values of the serial reference columns. */
export const serialColumns = (serial: SerialReference | undefined): Pick<RegisteredRow, 'serialDate' | 'serialYear' | 'serialNumber'> => ({
  serialDate: serial?.date ?? null,
  serialYear: serial?.year ?? null,
  serialNumber: serial?.number ?? null,
});

/** Returns columns that have the same name and value as a field. Missing values become null, not undefined, so that removing a value also clears its column. */
export const columnsOf = <Model extends object, Name extends keyof Model & string>(
  model: Model,
  ...names: readonly Name[]
): { [Each in Name]: NonNullable<Model[Each]> | null } => Object.fromEntries(names.map((name) => [name, model[name] ?? null])) as never;

/** Search field for the time of registration, by which lists are ordered by default. @param within see `SortableBy` */
export const byCreation = (...within: readonly (readonly string[])[]) => sortable(timeField('createdAt'), ...within);

/** Fields by which every list can be searched, named as in the contract. */
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
