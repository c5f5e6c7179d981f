import { addTexts, KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { renderToStaticMarkup } from 'react-dom/server';
import { en } from '../texts/en.ts';
import { pt } from '../texts/pt.ts';
import { type CaseList, Cases, WaitingCases } from './staff-cases.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** The answers of the lists, in their order. */
const mockAnswers: object[] = [];
jest.mock('@portal/web-kit', () => ({ ...jest.requireActual('@portal/web-kit'), useQueries: () => mockAnswers }));

/** The time of the clock, which goes on in a browser only. */
let mockNow = Date.parse('2026-11-28T14:00:00Z');
jest.mock('@portal/web-kit/staff', () => ({ ...jest.requireActual('@portal/web-kit/staff'), useMinute: () => mockNow }));

const none = 'Nothing is overdue.';
const failed = { error: new Error('503'), isPending: false };
const answered = (...references: string[]) => {
  const entry = { title: { en: 'Trips', pt: 'Viagens' } };
  const cases = references.map((reference) => ({ id: reference, serialReference: { reference }, dueAt: null, entry, url: '/x', title: 'Ana' }));
  return { error: null, isPending: false, data: { cases, total: cases.length } };
};

const lists = ['Trips', 'Licences'].map((name) => ({
  area: { api: '/api/x', kinds: [] },
  entry: { path: `/${name}`, title: { en: name, pt: name } },
})) as unknown as CaseList[];

/** Draws tables of the cases of two lists: by default one table. */
function drawn(
  answers: object[],
  page = <Cases lists={lists} queue="TEAM" title="staff.cases.overdue" none="staff.cases.noneOverdue" now={mockNow} />,
): string {
  addTexts('shell', { en, pt });
  mockAnswers.splice(0, 2, ...answers);
  return renderToStaticMarkup(
    <KitProviders name="shell">
      <StaticRouter location="/staff">{page}</StaticRouter>
    </KitProviders>,
  );
}

describe('a table of cases', () => {
  it('says that there are none when all lists have answered', () => expect(drawn([answered(), answered()])).toContain(none));

  it('says which list does not answer, and not that there are none', () => {
    const html = drawn([answered(), failed]);
    expect(html).toMatch(/role="alert">.*Licences cannot be listed at the moment\..*Try again/);
    expect(html).not.toContain('Trips cannot be listed');
    expect(html).not.toContain(none);
  });

  it('shows the cases of the lists that answer', () => {
    const html = drawn([answered('TRP-1'), failed]);
    expect(html).toContain('TRP-1');
    expect(html).toContain('Licences cannot be listed at the moment.');
  });
});

it('asks for what is late by the clock of now, and not by that of when the page was opened', () => {
  const more = answered('TRP-1') as { data: { total: number } };
  more.data.total = 2;
  const lateBy = (): string[] => [
    ...new Set([...decodeURIComponent(drawn([more, more], <WaitingCases lists={lists} />)).matchAll(/LTE.*?(20[-\dT:]+)/g)].map(([, time]) => time as string)),
  ];
  expect(lateBy()).toEqual(['2026-11-28T13:59:59']);
  mockNow += 60_000;
  expect(lateBy()).toEqual(['2026-11-28T14:00:59']);
});
