/** Searches for a name of a catalogue. A list shows the name in the reader's language, and the rows hold the code. */
import { type CatalogueRecord, foldName, knownLanguages, type SearchCriterion } from '@portal/contract-kit';
import { nameIn } from '../catalogue/catalogue-client.ts';

/** No record has this code, so a criterion on it finds nothing. */
const noCode = '-';

/** Returns the names of a record in every language and in all its periods, in the form of `foldName`. */
export function foldedNamesOf(record: CatalogueRecord): string[] {
  const periods = (record.periods ?? []) as CatalogueRecord[];
  return [record, ...periods].flatMap((each) => knownLanguages().map(({ tag }) => foldName(nameIn(each, tag))));
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
