/** Searches for a name of a catalogue: a list shows the name in the reader's language, and the rows hold the code. Also finds the record that a typed name means. */
import { type CatalogueRecord, foldName, knownLanguages, type SearchCriterion } from '@portal/contract-kit';
import { nameIn } from '../catalogue/catalogue-client.ts';
import { recordOn } from '../catalogue/record-on.ts';

/** No record has this code, so a criterion on it finds nothing. */
const noCode = '-';

/** Returns the names of a record in every language, as it is in one period. */
const namesOf = (record: CatalogueRecord): string[] => knownLanguages().map(({ tag }) => nameIn(record, tag));

/** Returns the names of a record in every language and in all its periods, in the form of `foldName`. */
function foldedNamesOf(record: CatalogueRecord): string[] {
  const periods = (record.periods ?? []) as CatalogueRecord[];
  return [record, ...periods].flatMap((each) => namesOf(each).map(foldName));
}

const sameCase = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/**
 * Returns the record that a typed name means, in any language: one that can be chosen on the day, by its name as typed, by its name without regard to accents,
 * or by its name of another period, in this order; otherwise a retired one.
 */
export function recordNamed(records: readonly CatalogueRecord[], name: string, day: string): CatalogueRecord | undefined {
  const typed = sameCase(name);
  const folded = foldName(name);
  const named = records.filter((record) => foldedNamesOf(record).includes(folded)).map((record) => recordOn(record, day));
  const choosable = named.filter(({ retired }) => retired !== true);
  return (
    choosable.find((record) => namesOf(record).some((each) => sameCase(each) === typed)) ??
    choosable.find((record) => namesOf(record).some((each) => foldName(each) === folded)) ??
    choosable[0] ??
    named[0]
  );
}

/** Whether a folded name meets a criterion. `NEQ` is met by the names that its value excludes. */
function meets(name: string, { operation, values }: SearchCriterion): boolean {
  const forms = values.map((value) => foldName(String(value)));
  const [from = '', to = ''] = forms;
  switch (operation) {
    case 'CONTAINS':
      return name.includes(from);
    case 'GTE':
      return name >= from;
    case 'LTE':
      return name <= from;
    case 'BETWEEN':
      return name >= from && name <= to;
    default:
      return forms.includes(name);
  }
}

/** Replaces a criterion on the name of a code by criteria on the code itself. @param records the records of the catalogue */
export function codeCriteria(criterion: SearchCriterion, records: readonly CatalogueRecord[]): SearchCriterion[] {
  if (criterion.operation === 'ANY' || criterion.operation === 'EMPTY') return [criterion];
  const codes = [...new Set(records.filter((record) => foldedNamesOf(record).some((name) => meets(name, criterion))).map(({ code }) => code))];
  if (criterion.operation === 'NEQ') return codes.map((code) => ({ ...criterion, values: [code] }));
  return [{ ...criterion, operation: 'IN', values: codes.length ? codes : [noCode] }];
}
