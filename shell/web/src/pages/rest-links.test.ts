import type { MenuEntry } from '../area.ts';
import { en } from '../texts/en.ts';
import { pt } from '../texts/pt.ts';
import { lateAt, notLateAt, restLinks, wholeQueue } from './rest-links.ts';

const list = (path: string, title: string): MenuEntry => ({ path, title: { en: title, pt: title }, audience: 'staff' });
const arrivals = list('/arrivals', 'Arrivals');
const departures = list('/departures', 'Departures');

describe('the links to all cases of a queue', () => {
  it.each([
    ['English', en],
    ['Portuguese', pt],
  ])('have names in %s by which the parts of one list are told apart', (_language, { staff }) => {
    const words: Record<string, string> = { 'staff.cases.all': staff.cases.all, 'staff.cases.allUnlimited': staff.cases.allUnlimited };
    const totals = [arrivals, departures].flatMap((entry) => notLateAt(0).map((part) => ({ entry, part, total: 2 })));
    const links = restLinks(totals, 'UNASSIGNED');
    expect(new Set(links.map(({ to }) => to)).size).toBe(4);
    const names = links.map((link) => words[link.words]?.replace('{{list}}', link.list.en).replace('{{count}}', String(link.count)));
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(4);
  });

  it('lead to lists that have any', () => {
    const totals = [arrivals, departures].flatMap((entry, i) => wholeQueue.map((part) => ({ entry, part, total: i })));
    expect(restLinks(totals, 'MINE')).toEqual([expect.objectContaining({ list: departures.title, count: 1, to: expect.stringMatching(/^\/departures\?q=/) })]);
  });
});

describe('the parts of what is due', () => {
  /** Returns whether a search finds a due time. The search compares it to the second. */
  const finds = (dueAt: string, { operation, values: [value = ''] }: { operation: string; values: string[] }): boolean =>
    operation === 'EMPTY' ? false : operation === 'LTE' ? dueAt.slice(0, 19) <= value : dueAt.slice(0, 19) >= value;

  it.each([
    ['2026-11-28T00:00:00.000', 'late'],
    ['2026-11-28T13:59:59.999', 'late'],
    ['2026-11-28T14:00:00.000', 'next'],
    ['2026-11-28T14:00:00.001', 'next'],
    ['2026-12-01T09:00:00.000', 'next'],
  ])('have a case that is due at %s once: %s', (dueAt, where) => {
    const time = Date.parse('2026-11-28T14:00:00.500Z');
    const inPart = (parts: ReturnType<typeof lateAt>) => parts.filter(({ conditions }) => conditions.every((each) => finds(dueAt, each))).length;
    expect({ late: inPart(lateAt(time)), next: inPart(notLateAt(time)) }).toEqual({ late: where === 'late' ? 1 : 0, next: where === 'next' ? 1 : 0 });
  });
});
