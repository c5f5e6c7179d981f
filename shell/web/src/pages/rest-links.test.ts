import type { MenuEntry } from '../area.ts';
import { en } from '../texts/en.ts';
import { pt } from '../texts/pt.ts';
import { notLate, restLinks, wholeQueue } from './rest-links.ts';

const list = (path: string, title: string): MenuEntry => ({ path, title: { en: title, pt: title }, audience: 'staff' });
const arrivals = list('/arrivals', 'Arrivals');
const departures = list('/departures', 'Departures');

describe('the links to all cases of a queue', () => {
  it.each([
    ['English', en],
    ['Portuguese', pt],
  ])('have names in %s by which the parts of one list are told apart', (_language, { staff }) => {
    const words: Record<string, string> = { 'staff.cases.all': staff.cases.all, 'staff.cases.allUnlimited': staff.cases.allUnlimited };
    const totals = [arrivals, departures].flatMap((entry) => notLate.map((part) => ({ entry, part, total: 2 })));
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
