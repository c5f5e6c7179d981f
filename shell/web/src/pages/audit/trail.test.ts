import type { AuditRecord } from '@portal/contract-kit';
import { type AuditFilter, criteriaOf, filterFrom, filterQuery, hasOlder, mergedTrail, personCriterion, type ServiceTrail } from './trail.ts';

const record = (at: string, id = at): AuditRecord => ({
  id,
  at,
  userSub: 'ana',
  userName: 'Ana',
  action: 'view',
  kind: 'trip',
  documentId: null,
  reference: null,
  requestId: 'r',
  details: null,
});
const trail = (name: string, total: number, ...at: string[]): ServiceTrail => ({
  service: { name, title: name, api: `/api/${name}` },
  records: at.map((each) => record(each, `${name} ${each}`)),
  total,
  pages: 1,
});
const times = (...trails: ServiceTrail[]) => mergedTrail(trails).map(({ at, service }) => `${service.name} ${at}`);

describe('the trail of all services', () => {
  it('is newest first', () => {
    expect(times(trail('a', 2, '05', '01'), trail('b', 2, '04', '02'))).toEqual(['a 05', 'b 04', 'b 02', 'a 01']);
  });

  it('ends where a service may have more that it has not told yet', () => {
    const trails = [trail('a', 9, '09', '07'), trail('b', 3, '08', '03', '01')];
    expect(times(...trails)).toEqual(['a 09', 'b 08', 'a 07']);
    expect(hasOlder(trails)).toBe(true);
  });

  it('leaves out a service that does not answer, and nothing of the others', () => {
    const down = { ...trail('a', 9, '09'), failure: 'It is down' };
    expect(times(down, trail('b', 1, '01'))).toEqual(['a 09', 'b 01']);
    expect(hasOlder([down, trail('b', 1, '01')])).toBe(false);
  });
});

describe('the filter', () => {
  const none: AuditFilter = { from: '', until: '', user: '', account: '', action: '', reference: '', document: '', request: '' };
  const now = '2026-05-04T10:00:00';
  const inWords = (filter: Partial<AuditFilter>) =>
    criteriaOf({ ...none, ...filter }, now).map((c) => {
      const { fieldName, operation, values } = c as { fieldName: string; operation: string; values: string[] };
      return `${fieldName} ${operation} ${values[0]}`;
    });

  it.each<[string, Partial<AuditFilter>, string[]]>([
    ['nothing', {}, [`at LTE ${now}`]],
    ['a span', { from: '2026-05-01', until: '2026-05-02' }, ['at GTE 2026-05-01', 'at LTE 2026-05-02']],
    ['a span that ends today', { until: '2026-05-04' }, [`at LTE ${now}`]],
    ['a person', { user: 'rui' }, ['userName CONTAINS rui', `at LTE ${now}`]],
    ['everything of an account', { account: 'rui-7' }, ['userSub EQ rui-7', `at LTE ${now}`]],
    ['a document and a request', { document: 'd', request: 'r' }, ['documentId EQ d', 'requestId EQ r', `at LTE ${now}`]],
  ])('asks for %s', (_what, filter, expected) => {
    expect(inWords(filter)).toEqual(expected);
  });

  it('stands in the address', () => {
    const filter = { ...none, user: 'Ana Lopes', from: '2026-05-01' };
    expect(filterFrom(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
    expect(filterQuery(none)).toBe('');
  });
});

it('a person’s trail is that of their documents, groups and files, each once and no more than a criterion takes', () => {
  const document = (documentId: string, ...others: string[]) => ({
    kind: 'arrival',
    title: { en: 'Arrival', pt: 'Chegada' },
    documentId,
    reference: null,
    others,
  });
  expect(personCriterion([document('a', 'group', 'photo'), document('b', 'group')])).toMatchObject({
    fieldName: 'documentId',
    operation: 'IN',
    values: ['a', 'b', 'group', 'photo'],
  });
  expect(personCriterion([])).toMatchObject({ operation: 'IN', values: ['-'] });
  const many = Array.from({ length: 150 }, (_, i) => document(`d${i}`, `f${i}`));
  const { values } = personCriterion(many) as { values: string[] };
  expect([values.length, values[149]]).toEqual([200, 'd149']);
});
