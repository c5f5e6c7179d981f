import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { StoredRecord } from 'svc-reference/contract';
import type { WriteAnswer } from '../shared/catalogue-admin.api.ts';
import RecordScreen from './record.screen.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

interface Form {
  values: { name: string };
  onWritten(answer: WriteAnswer, effectiveFrom: string | null): void;
}

/** The record that the service answers with, the address of the page, and the form that the page draws. */
const mockPage = { record: {} as StoredRecord, query: '', form: undefined as Form | undefined, shown: [] as unknown[] };
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  StaffPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  useParams: () => ({ name: 'colours', code: 'RED' }),
  useLocation: () => ({ state: null }),
  useSearchParams: () => [new URLSearchParams(mockPage.query), (next: Record<string, string>) => (mockPage.query = String(new URLSearchParams(next)))],
  useQueryClient: () => ({ setQueryData: (...change: unknown[]) => mockPage.shown.push(change) }),
}));
jest.mock('../shared/loaded.tsx', () => ({
  CatalogueFrame: ({ children }: { children: (info: object) => ReactNode }) =>
    children({ name: 'colours', title: { en: 'Colours', pt: 'Cores' }, fields: [], approval: false }),
}));
jest.mock('../shared/catalogue-admin.api.ts', () => ({
  ...jest.requireActual('../shared/catalogue-admin.api.ts'),
  useRecord: () => ({ data: { model: mockPage.record }, refetch: () => undefined }),
  useHistory: () => ({}),
}));
jest.mock('./uses.tsx', () => ({ Uses: () => null }));
jest.mock('./record-form.tsx', () => ({
  ...jest.requireActual('./record-form.tsx'),
  RecordForm: (form: Form) => {
    mockPage.form = form;
    return <form />;
  },
}));

const [red, crimson] = [
  { code: 'RED', name: 'Red' },
  { code: 'RED', name: 'Crimson', effectiveFrom: '2026-12-15' },
];
const planned = { ...red, id: 'RED', version: 1, periods: [red, crimson] };
const undated = { ...red, id: 'RED', version: 1 };

/** Draws the page of a record. @returns its HTML, and the name in its form */
function draw(query: string, record: StoredRecord) {
  Object.assign(mockPage, { query, record, form: undefined, shown: [] });
  const html = renderToStaticMarkup(<RecordScreen />);
  const { form } = mockPage as { form?: Form };
  return { html, name: form?.values.name };
}

describe('the page of a catalogue record', () => {
  it.each([
    ['', planned, 'Red'],
    ['from=', planned, 'Red'],
    ['from=2026-12-15', planned, 'Crimson'],
    ['from=', undated, 'Red'],
  ])('with the address %j shows the content of that day in its form', (query, record, name) => {
    const drawn = draw(query, record);
    expect(drawn.name).toBe(name);
    expect(drawn.html).not.toContain('There is no content from this day any more.');
  });

  it.each([
    ['2026-12-24', planned],
    ['2026-12-15', undated],
  ])('shows no form for %s, from which no content is valid any more, but the days that there are', (day, record) => {
    const { html, name } = draw(`from=${day}`, record);
    expect(name).toBeUndefined();
    expect(html).toContain('There is no content from this day any more.');
    expect(html).toContain('/record/RED?from="');
  });

  it.each([
    ['the new day of a planned content', 'from=2026-12-15', '2027-02-15', 'from=2027-02-15'],
    ['a content that is planned beside that of today', '', '2027-02-15', 'from=2027-02-15'],
    ['the content from the beginning', 'from=', null, 'from='],
    ['a planned content that is in force at once instead', 'from=2026-12-15', '', ''],
  ])('goes on with what was saved: %s', (_what, query, day, next) => {
    draw(query, planned);
    const answer = { model: { ...planned, version: 2 }, actions: [] } as WriteAnswer;
    mockPage.form?.onWritten(answer, day);
    expect(mockPage.query).toBe(next);
    expect(mockPage.shown).toEqual([[['catalogue-admin', 'record', 'colours', 'RED'], answer]]);
  });

  it('stays as it is after a proposal, which has changed nothing yet', () => {
    draw('from=2026-12-15', planned);
    mockPage.form?.onWritten({ model: { documentStatus: 'WAITING', proposedBy: 'Ana' }, actions: [] } as unknown as WriteAnswer, '2027-02-15');
    expect([mockPage.query, mockPage.shown]).toEqual(['from=2026-12-15', []]);
  });
});
