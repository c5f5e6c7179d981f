import { renderToStaticMarkup } from 'react-dom/server';
import type { CatalogueInfo, StoredRecord } from 'svc-reference/contract';
import { RecordForm, valuesOf } from './record-form.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

const info: CatalogueInfo = {
  name: 'vehicle-colours',
  title: { en: 'Colours', pt: 'Cores' },
  approval: false,
  codes: null,
  records: 1,
  active: 1,
  waiting: 0,
  fields: [],
};
const first = { code: 'RED', name: 'Red' };
const [march, june] = [
  { ...first, effectiveFrom: '2026-03-01' },
  { ...first, effectiveFrom: '2026-06-01' },
];
const record = (held: typeof first, ...periods: object[]): StoredRecord => ({ ...held, version: 1, periods });

it.each([
  ['a new record', undefined, {}, 'Empty: at once.'],
  ['a content without days', record(first), first, 'Empty: at once.'],
  ['the content from the beginning before a later one is in force', record(first, first, march), first, 'Empty: at once.'],
  ['the content from the beginning, when a later one is in force', record(march, first, march), first, 'Empty: this stays what held before 1 March 2026.'],
  ['the content from the beginning, two before that in force', record(june, first, march, june), first, 'Empty: this stays what held before 1 March 2026.'],
  ['the later content that is in force', record(march, first, march), march, 'Empty: at once.'],
])('says what no first day means for %s', (_what, of, content, hint) => {
  const nothing = () => undefined;
  const html = renderToStaticMarkup(<RecordForm info={info} record={of} values={valuesOf(info, content)} onErrors={nothing} onWritten={nothing} />);
  expect(html).toContain(hint);
});
