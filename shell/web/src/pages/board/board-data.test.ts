import { byHourOfDay } from './board-data.ts';
import { between, listLink } from './list-link.ts';

describe('the board', () => {
  it('counts by the hour of the day where the offices are, days together', () => {
    const rows = [
      { kind: 'arrival', hour: '2026-11-21T23:00:00', lane: 'RED', count: 2 },
      { kind: 'arrival', hour: '2026-11-20T23:00:00', lane: 'RED', count: 1 },
      { kind: 'arrival', hour: '2026-11-21T14:00:00', lane: 'GREEN', count: 4 },
      { kind: 'departure', hour: '2026-11-21T15:00:00', lane: null, count: 5 },
    ];
    const found = byHourOfDay(rows, 'Asia/Dili');
    expect([...found.keys()]).toEqual(['RED', 'GREEN', '']);
    expect(found.get('RED')?.[8]).toBe(3);
    expect(found.get('GREEN')?.[23]).toBe(4);
    expect(found.get('')?.[0]).toBe(5);
    expect([...found.values()].flat().reduce((sum, n) => sum + n)).toBe(12);
  });

  it('leads to the lists of the kind, with the criterion in the address', () => {
    const link = listLink({ list: '/triptic/trip/search' }, [{ fieldName: 'documentStatus', operation: 'EQ', values: ['PAID TO EXIT'] }]);
    expect(link).toMatch(/^\/triptic\/trip\/search\?q=/);
    expect(JSON.parse(new URLSearchParams(link?.split('?')[1]).get('q') ?? '')).toEqual({
      criteria: [{ fieldName: 'documentStatus', operation: 'EQ', values: ['PAID TO EXIT'] }],
      page: 1,
    });
  });

  it.each([
    [
      { from: 'a', to: 'b' },
      { fieldName: 'stepSince', operation: 'BETWEEN', values: ['a', 'b'] },
    ],
    [
      { from: 'a', to: null },
      { fieldName: 'stepSince', operation: 'GTE', values: ['a'] },
    ],
    [
      { from: null, to: 'b' },
      { fieldName: 'stepSince', operation: 'LTE', values: ['b'] },
    ],
    [{ from: null, to: null }, null],
  ])('limits a time to %j', (ends, expected) => expect(between('stepSince', ends)).toEqual(expected));
});
