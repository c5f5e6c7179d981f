import { type SearchCriterion, unlistedCode } from '@portal/contract-kit';
import { eq, oneOf } from '../catalogue/criteria.ts';
import { beginningOf, criteriaOf, type FilterLine, fixedCriteria, type ListFilter, linesOf, readState, searchOf, sortOf, writeState } from './list-state.ts';

const filters: ListFilter[] = [
  {
    field: 'documentStatus',
    label: 'Status',
    dataType: 'TEXT',
    operations: ['EQ', 'IN', 'NEQ', 'ANY'],
    type: 'select',
    records: [{ code: 'CREATED', name: 'Created' }],
  },
  { field: 'lastName', label: 'Name', dataType: 'TEXT', operations: ['CONTAINS', 'EQ', 'IN'], type: 'text' },
  { field: 'arrivalDate', label: 'Arrival', dataType: 'DATE', operations: ['EQ'], type: 'date' },
  { field: 'numberOfBaggages', label: 'Bags', dataType: 'INTEGER', operations: ['EQ', 'IN'], type: 'integer' },
];
const line = (more: Partial<FilterLine> = {}): FilterLine => ({ operation: 'EQ', value: '', until: '', chosen: [], ...more });
const entered = (lines: Partial<Record<number, Partial<FilterLine>>>) =>
  criteriaOf(
    filters,
    filters.map((_, index) => line(lines[index])),
  );

describe('the state of a list in its address', () => {
  const criteria: SearchCriterion[] = [oneOf('documentStatus', ['CREATED', 'VERIFIED']), eq('numberOfBaggages', 3)];

  it('comes back as it was written', () => {
    const state = { criteria, page: 3, sort: { field: 'serialReference.reference', descending: true } };
    expect(readState(writeState(state), filters, [], ['lastName', 'serialReference.reference'])).toEqual(state);
  });

  it('shows the preset until the address says otherwise, and an emptied filter stays empty', () => {
    const preset = [eq('documentStatus', 'CREATED')];
    expect(readState(null, filters, preset)).toEqual({ criteria: preset, page: 1 });
    expect(readState(writeState({ criteria: [], page: 1 }), filters, preset)).toEqual({ criteria: [], page: 1 });
  });

  it('leaves out what it does not know, and never trusts a page or a type of the address', () => {
    const q = JSON.stringify({
      criteria: [
        { fieldName: 'secret', operation: 'EQ', values: ['x'] },
        { fieldName: 'lastName', operation: 'DROP', values: ['x'] },
        { fieldName: 'arrivalDate', operation: 'EQ', dataType: 'TEXT', values: ['2026-03-27', {}] },
        null,
      ],
      page: -2,
      sort: '<b>',
    });
    expect(readState(q, filters)).toEqual({ criteria: [eq('arrivalDate', '2026-03-27', 'DATE')], page: 1 });
    expect(readState('{"criteria":[', filters)).toEqual({ criteria: [], page: 1 });
    expect(readState('null', filters)).toEqual({ criteria: [], page: 1 });
  });

  it('asks the server for the order, and for none that the list does not offer', () => {
    const state = { criteria, page: 1, sort: { field: 'lastName', descending: false } };
    expect(searchOf(state, []).sorting).toEqual([{ fieldName: 'lastName', direction: 'ASC' }]);
    expect(searchOf({ ...state, sort: { field: 'lastName', descending: true } }, []).sorting).toEqual([{ fieldName: 'lastName', direction: 'DESC' }]);
    expect(searchOf(readState(writeState(state), filters, [], ['arrivalDate']), [])).not.toHaveProperty('sorting');
  });

  it('carries the layout of a view, and none that is no layout', () => {
    const state = { criteria, page: 1, columns: ['lastName', 'dueAt'], density: 'comfortable' as const };
    expect(readState(writeState(state), filters)).toEqual(state);
    expect(readState('{"columns":[1],"density":"tiny"}', filters)).toEqual({ criteria: [], page: 1 });
  });

  it('keeps a preset that no filter covers in every search', () => {
    const fixed = fixedCriteria(filters, [eq('agencyCode', 'CUS'), eq('documentStatus', 'CREATED')]);
    expect(fixed).toEqual([eq('agencyCode', 'CUS')]);
    expect(searchOf({ criteria, page: 2 }, fixed, ['id'])).toEqual({ criteria: [...fixed, ...criteria], paging: { page: 2, size: 25 }, viewColumns: ['id'] });
  });
});

describe('the filter dialog', () => {
  it('restricts nothing by an empty line or by ANY', () => {
    expect(entered({ 0: { operation: 'ANY', value: 'CREATED' }, 1: { value: '   ' } })).toEqual({ criteria: [], wrong: [] });
  });

  it('makes numbers of whole numbers and lists of what is parted by commas', () => {
    expect(
      entered({ 0: { operation: 'IN', chosen: ['CREATED'] }, 1: { operation: 'IN', value: 'Silva, Costa ,' }, 2: { value: '2026-03-27' }, 3: { value: 2 } })
        .criteria,
    ).toEqual([
      oneOf('documentStatus', ['CREATED']),
      oneOf('lastName', ['Silva', 'Costa']),
      eq('arrivalDate', '2026-03-27', 'DATE'),
      eq('numberOfBaggages', 2),
    ]);
  });

  it('is in the order of a day until which it is filtered, unless another order is chosen', () => {
    const days = [{ field: 'arrivalDate', label: 'Arrival', dataType: 'DATE', operations: ['LTE'], type: 'date', orders: true }] as const;
    const until = (operation: 'LTE' | 'BETWEEN' | 'GTE') => [{ ...eq('arrivalDate', '2026-08-01'), operation, dataType: 'DATE' as const }];
    const byDay = { field: 'arrivalDate', descending: true };
    expect(sortOf({ criteria: until('LTE'), page: 1 }, days)).toEqual(byDay);
    expect(sortOf({ criteria: until('BETWEEN'), page: 1 }, days)).toEqual(byDay);
    expect(sortOf({ criteria: until('LTE'), page: 1, sort: { field: 'lastName', descending: false } }, days)).toEqual({ field: 'lastName', descending: false });
    expect([sortOf({ criteria: until('GTE'), page: 1 }, days), sortOf({ criteria: until('LTE'), page: 1 }, filters)]).toEqual([undefined, undefined]);
  });

  it('takes no beginning that has too few digits of a number, or letters of a name', () => {
    const reference = [{ field: 'reference', label: 'Reference', dataType: 'TEXT', operations: ['EQ', 'BEGINS'], type: 'text', leastDigits: 7 }] as const;
    const begins = (value: string) => criteriaOf(reference, [{ operation: 'BEGINS', value, until: '', chosen: [] }]);
    expect(begins('ARR-2026-00')).toEqual({ criteria: [], wrong: [0] });
    expect(begins('ARR-2026-001').criteria.map(({ values }) => values)).toEqual([['ARR-2026-001', 'ARR-2026-001~']]);
    const name = [{ field: 'lastName', label: 'Last name', dataType: 'TEXT', operations: ['BEGINS'], type: 'text', leastLetters: 3 }] as const;
    const named = (value: string) => criteriaOf(name, [{ operation: 'BEGINS', value, until: '', chosen: [] }]).wrong;
    expect([named('D'), named('D. - É'), named('dós')]).toEqual([[0], [0], []]);
    // The words of a name: a text without letters has none.
    const words = [{ field: 'name', label: 'Name', dataType: 'TEXT', operations: ['CONTAINS'], type: 'text', leastLetters: 1 }] as const;
    const searched = (value: string) => criteriaOf(words, [{ operation: 'CONTAINS', value, until: '', chosen: [] }]).wrong;
    expect([searched('-'), searched("' –"), searched('É'), searched('7')]).toEqual([[0], [0], [], []]);
    // A complete reference, whatever its length, is compared with EQ. The minimum length applies only to "begins with".
    expect(criteriaOf(reference, [{ operation: 'EQ', value: 'ARR-1', until: '', chosen: [] }]).wrong).toEqual([]);
  });

  it('names the lines that hold no date and no whole number', () => {
    expect(entered({ 2: { value: '2026-02-30' }, 3: { value: 'two' } })).toEqual({ criteria: [], wrong: [2, 3] });
  });

  it('names the line of a list that holds a text which no record has', () => {
    const country = [{ field: 'nationalityCode', label: 'Nationality', dataType: 'TEXT', operations: ['EQ'], type: 'select', catalogue: 'countries' }] as const;
    const of = (value: string) => criteriaOf(country, [line({ value })]);
    expect([of('PT').criteria, of(unlistedCode('Atlantis'))]).toEqual([[eq('nationalityCode', 'PT')], { criteria: [], wrong: [0] }]);
  });

  it('counts days from today, and takes spans that do not end before they begin', () => {
    const between = (...values: string[]) => [{ ...eq('arrivalDate', '', 'DATE'), operation: 'BETWEEN', values }];
    expect(entered({ 2: { operation: 'LAST', value: '7' } }).criteria).toEqual(between('TODAY-7', 'TODAY'));
    expect(entered({ 2: { operation: 'NEXT', value: '2' } }).criteria).toEqual(between('TODAY', 'TODAY+2'));
    expect(entered({ 2: { operation: 'TODAY' } }).criteria).toEqual([eq('arrivalDate', 'TODAY', 'DATE')]);
    expect(entered({ 2: { operation: 'BETWEEN', value: '2026-03-01', until: '2026-03-27' } }).criteria).toEqual(between('2026-03-01', '2026-03-27'));
    for (const [value, until] of [
      ['2026-03-27', '2026-03-01'],
      ['2026-03-27', ''],
      ['', '2026-03-27'],
    ])
      expect(entered({ 2: { operation: 'BETWEEN', value, until } })).toEqual({ criteria: [], wrong: [2] });
    expect(entered({ 2: { operation: 'LAST', value: '-1' } }).wrong).toEqual([2]);
    for (const shown of [between('TODAY-7', 'TODAY'), between('TODAY', 'TODAY+2'), [eq('arrivalDate', 'TODAY', 'DATE')], between('2026-03-01', '2026-03-27')])
      expect(criteriaOf(filters, linesOf(filters, readState(writeState({ criteria: shown as never, page: 1 }), filters).criteria)).criteria).toEqual(shown);
  });

  it('asks for what begins with a text as a span that an index has together', () => {
    const begins = [{ ...eq('lastName', ''), operation: 'BETWEEN' as const, values: ['Sil', 'Sil~'] }];
    expect(entered({ 1: { operation: 'BEGINS', value: ' Sil ' } }).criteria).toEqual(begins);
    expect(entered({ 1: { operation: 'BEGINS', value: ' ' } }).criteria).toEqual([]);
    expect(linesOf(filters, begins)[1]).toEqual(line({ operation: 'BEGINS', value: 'Sil' }));
    expect(beginningOf({ ...eq('lastName', ''), operation: 'BETWEEN', values: ['A', 'B'] })).toBeUndefined();
  });

  it('opens with the criteria in force', () => {
    const criteria = entered({ 0: { operation: 'IN', chosen: ['CREATED'] }, 1: { operation: 'IN', value: 'Silva, Costa' }, 3: { value: 2 } }).criteria;
    expect(criteriaOf(filters, linesOf(filters, criteria)).criteria).toEqual(criteria);
    expect(linesOf(filters, [])[1]).toEqual(line({ operation: 'CONTAINS' }));
  });

  it.each([
    ['BETWEEN', ['2026-11-21T15:00:00', '2026-11-28T14:59:59']],
    ['IN', ['2026-11-21T15', '2026-11-22T15']],
    ['LTE', ['2026-11-29T09:59:59']],
  ])('keeps the times of a link (%s) that nobody changed, beside a new line', (operation, values) => {
    const { criteria } = readState(JSON.stringify({ criteria: [{ fieldName: 'arrivalDate', operation, values }] }), filters);
    const lines = linesOf(filters, criteria);
    lines[3] = line({ value: 2 });
    expect(criteriaOf(filters, lines, criteria)).toEqual({ criteria: [...criteria, eq('numberOfBaggages', 2)], wrong: [] });
    lines[2] = line({ operation: 'GTE', value: '2026-11-21T15:00' });
    expect(criteriaOf(filters, lines, criteria).wrong).toEqual([2]);
    lines[2] = line();
    expect(criteriaOf(filters, lines, criteria).criteria).toEqual([eq('numberOfBaggages', 2)]);
  });
});
