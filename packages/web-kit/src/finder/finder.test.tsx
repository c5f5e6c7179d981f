import { unlistedCode } from '@portal/contract-kit';
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { createApi } from '../api/api.ts';
import { findDocuments, openWithCode, sendOneTimeCode } from '../api/documents.ts';
import { KitProviders } from '../area/area-root.tsx';
import { any } from '../catalogue/criteria.ts';
import { seedSession } from '../session/session-store.ts';
import { codeTyped, FinderAccess } from './finder-access.tsx';
import { type FinderField, FinderPage, FinderResults, FinderStatus, finderFaults, finderQuery, findNext } from './finder-page.tsx';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

const key = `k.key-1.${'a'.repeat(60)}`;
const path = '/v1/traveller/declaration/find';

describe('a finder', () => {
  it('sends what names a person in the body, and nothing of it in the address', async () => {
    seedSession({ csrfToken: 't' });
    const sent: { url: string; body: unknown }[] = [];
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
      sent.push({ url: String(url), body: JSON.parse(String(request?.body)) });
      return new Response('{"records":[],"totalRecords":0}');
    });
    const api = createApi('/api/declarations');
    const query = finderQuery([{ name: 'travellerCode', type: 'text', label: 'Passport', message: 'Enter it' }], { travellerCode: ' P1234567 ' });
    await findDocuments(api, path, query);
    await sendOneTimeCode(api, path, key);
    await openWithCode(api, path, key, '123456');
    call.mockRestore();
    expect(sent.map(({ url }) => url)).toEqual(['', '/code', '/open'].map((end) => `/api/declarations${path}${end}`));
    expect(sent.map(({ body }) => body)).toEqual([
      {
        criteria: [{ expressionType: 'SearchCriterion', operation: 'EQ', dataType: 'TEXT', fieldName: 'travellerCode', values: ['P1234567'] }],
        paging: { page: 1, size: 200 },
      },
      { id: key },
      { id: key, code: '123456' },
    ]);
  });
});

describe('a finder that found more documents than one answer holds', () => {
  const row = (id: string, number: number) => ({ id: `${id}${number}` });
  const answers = [
    { records: Array.from({ length: 200 }, (_each, number) => row('a', number)), totalRecords: 230 },
    { records: Array.from({ length: 30 }, (_each, number) => row('b', number)), totalRecords: 230 },
  ];

  it('asks for the rest with the same criteria, and adds it to the rows that are there', async () => {
    seedSession({ csrfToken: 't' });
    const sent: unknown[] = [];
    const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, request) => {
      sent.push(JSON.parse(String(request?.body)));
      return new Response(JSON.stringify(answers[sent.length - 1]));
    });
    const api = createApi('/api/declarations');
    const query = finderQuery([{ name: 'travellerCode', type: 'text', label: 'Passport', message: 'Enter it' }], { travellerCode: 'P1234567' });
    const first = await findNext<{ id: string }>(api, path, { query, records: [], totalRecords: 0 });
    const all = await findNext(api, path, first);
    call.mockRestore();
    expect(sent).toEqual([1, 2].map((page) => ({ ...query, paging: { page, size: 200 } })));
    expect(all.records.map(({ id }) => id)).toEqual(answers.flatMap(({ records }) => records.map(({ id }) => id)));
  });

  it.each([
    [2, 3, true],
    [3, 3, false],
  ])('offers the rest while %d of %d are shown: %j', (shown, totalRecords, offered) => {
    const records = Array.from({ length: shown }, (_each, number) => row('a', number));
    const html = renderToStaticMarkup(
      <FinderResults
        caption="Results"
        columns={[{ title: 'Id', render: ({ id }) => id }]}
        records={records}
        total={totalRecords}
        onMore={async () => undefined}
      />,
    );
    expect(html).toContain(`a${shown - 1}`);
    expect(html.includes('Show more')).toBe(offered);
  });
});

it.each([
  ['123 456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['１２３４５６', '123456'],
  ['\u202a123\u2011456\u202c', '123456'],
  ['\u200b123\u2212456', '123456'],
  ['12345', undefined],
  ['12345x', undefined],
])('a one-time code that is typed as %j is %j', (typed, code) => expect(codeTyped(typed)).toBe(code));

describe('what was typed into a finder', () => {
  const fields: FinderField[] = [
    { name: 'travellerCode', type: 'text', label: 'Passport', message: 'Enter it' },
    { name: 'birthDate', type: 'date', label: 'Date of birth', message: 'Enter it' },
    { name: 'nationalityCode', type: 'combobox', label: 'Nationality', catalogue: 'countries', message: 'Enter it' },
  ];

  it.each([
    [{ travellerCode: 'P1', birthDate: '1990-02-28' }, []],
    [{ travellerCode: ' ', birthDate: '' }, ['travellerCode REQUIRED', 'birthDate REQUIRED']],
    [{ travellerCode: 'P1', birthDate: '1990-02-31' }, ['birthDate DATE']],
    [{ travellerCode: '', birthDate: '1990-02-' }, ['travellerCode REQUIRED', 'birthDate DATE']],
    [{ travellerCode: '?', birthDate: '1990-02-28', nationalityCode: unlistedCode('Atlantis') }, ['nationalityCode CHOICE']],
  ])('is sent only when nothing is empty, each date is one and each list has its text: %j', (values, faults) => {
    expect(finderFaults(fields, { nationalityCode: 'PT', ...values }).map(({ name, code }) => `${name} ${code}`)).toEqual(faults);
  });
});

it.each([
  [true, undefined, 'Loading'],
  [false, 1, '1 record found'],
  [false, 2, '2 records found'],
  [false, 0, 'Check each answer against your document.'],
  [false, undefined, '<div role="status"></div>'],
])('a search that runs (%j) and has found %j says: %s', (busy, total, said) => {
  expect(renderToStaticMarkup(<FinderStatus busy={busy} total={total} />)).toContain(said);
});

it('a finder has the records that can no longer be chosen too', () => {
  const cache = new QueryClient();
  const records = [{ code: 'OLD', name: 'Earlier identity card', retired: true }];
  cache.setQueryData(['catalogue', 'identity-types', [any('standing')]], { records, totalRecords: 1 });
  const fields: FinderField[] = [{ name: 'indentityCode', type: 'select', label: 'Type', catalogue: 'identity-types', message: 'Enter it' }];
  const page = renderToStaticMarkup(
    <KitProviders name="shell" cache={cache}>
      <MemoryRouter>
        <FinderPage title="Find" search={path} fields={fields} columns={[]} />
      </MemoryRouter>
    </KitProviders>,
  );
  expect(page).toContain('<option value="OLD">Earlier identity card</option>');
});

describe('a document that a finder found', () => {
  const draw = (id: string) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={['/qr']}>
        <FinderAccess id={id} find={path} searchPage="/search" to={(own) => `/qr/${own}`} />
      </MemoryRouter>,
    );

  it('offers a code to change it or see everything', () => {
    expect(draw(key)).toMatch(/nothing can be changed.*Get a code to change this or see everything/s);
  });

  it('offers none to whoever has the document’s id, or has used a code', () => {
    expect(draw('0198c0de-0000-7000-8000-000000000001')).toBe('');
    expect(draw(`c${key.slice(1)}`)).toBe('');
  });
});
