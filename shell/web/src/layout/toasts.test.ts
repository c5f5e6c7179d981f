import { isNews, type News, type Toast, withNews, without } from './toasts.ts';

const news = (name: News['name'], reference: string, kind = '/v1/professional'): News => ({ name, kind, reference });
const after = (...all: News[]): Toast[] => all.reduce<Toast[]>(withNews, []);

describe('news of cases', () => {
  it('are those that name the official, and not what every list hears', () => {
    expect(isNews(news('mention', 'A'))).toBe(true);
    expect(isNews({ name: 'queue', kinds: [] })).toBe(false);
    expect(isNews({ name: 'resync' })).toBe(false);
  });

  it('of one sort and kind are one toast, the latest first, each reference once', () => {
    expect(after(news('escalated', 'A'), news('mention', 'B'), news('escalated', 'C'), news('escalated', 'A'))).toEqual([
      { name: 'escalated', kind: '/v1/professional', references: ['A', 'C'] },
      { name: 'mention', kind: '/v1/professional', references: ['B'] },
    ]);
    expect(after(news('mention', 'A'), news('mention', 'A', '/v1/triptic/trip'))).toHaveLength(2);
  });

  it('go when they were opened, with their last reference the toast too', () => {
    const toasts = after(news('escalated', 'A'), news('escalated', 'B'));
    const [toast] = toasts as [Toast];
    const left = without(toasts, toast, 'A');
    expect(left).toEqual([{ ...toast, references: ['B'] }]);
    expect(without(left, toast, 'B')).toEqual([]);
  });
});
