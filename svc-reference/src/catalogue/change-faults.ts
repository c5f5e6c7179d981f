import type { Fault } from '@portal/service-kit';
import type { RecordChange } from '../database/catalogue.entities.ts';
import { contentFaults, feeFaults, feesByDocument, lastingFaults, readRecord, retiredReferences } from './catalogue-record.ts';
import type { CachedCatalogue, CatalogueStore } from './catalogue-store.ts';
import type { FieldFault } from './field-kinds.ts';
import { type Period, periodsOf, stateOf, wrongDays } from './periods.ts';

/** Returns the periods of a record that a change adds. If the change restores a retired record, these are all its periods. */
function broughtBy({ before, after }: RecordChange): Period[] {
  const known = new Set(before && before.retired === after.retired ? periodsOf(before).map((period) => JSON.stringify(period)) : []);
  return after.retired && before ? [] : periodsOf(after).filter((period) => !known.has(JSON.stringify(period)));
}

/**
 * Checks stored states that are about to be written by the same rules as a direct write, against the catalogue as it is now.
 * @returns faults that name the field, preceded by the record's code if several records are changed
 */
export function changeFaults(held: CachedCatalogue, changes: readonly RecordChange[], store: Pick<CatalogueStore, 'has' | 'isRetired' | 'today'>): Fault[] {
  const changed = new Map(changes.map((change) => [change.code, change]));
  const own = (catalogue: string, code: string): boolean => (catalogue === held.name ? held.byCode.has(code) || changed.has(code) : store.has(catalogue, code));
  const isRetired = (catalogue: string, code: string): boolean =>
    (catalogue === held.name ? changed.get(code)?.after.retired : undefined) ?? store.isRetired(catalogue, code);
  // The fees as they will be after the changes.
  const fees = feesByDocument(held.name, [...held.rows.map(({ row }) => ({ code: row.code, after: stateOf(row) })), ...changes], store.today());
  const faultsIn = ({ code, before }: RecordChange, { name, names, values }: Period): FieldFault[] => {
    const { record, errors } = readRecord(held.definition, { ...values, code, name, names }, () => before);
    return [...errors, ...contentFaults(held.definition, record, own), ...retiredReferences(held.definition, record, before, isRetired)];
  };
  const faultsOf = (change: RecordChange): FieldFault[] => [
    ...broughtBy(change).flatMap((period) => faultsIn(change, period)),
    ...lastingFaults(held.definition, change),
    ...feeFaults(change, fees),
    ...wrongDays(change.after),
  ];
  if (changes.length === 1) return changes.flatMap(faultsOf);
  return changes.flatMap((change) => faultsOf(change).map((fault) => ({ ...fault, field: `${change.code}.${fault.field}` })));
}
