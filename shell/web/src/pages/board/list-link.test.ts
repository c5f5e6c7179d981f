import { between, listLinks, withinHour } from './list-link.ts';

describe('the list behind a bar', () => {
  const day = { from: '2026-11-21T15:00:00', to: null };
  const now = Date.parse('2026-11-22T12:00:00Z');

  it('of an hour holds all seconds of that hour, and none of the next', () => {
    expect(withinHour('documentCreatedAt', day, 9, now)?.values).toEqual(['2026-11-22T00:00:00', '2026-11-22T00:59:59']);
  });

  it('is none where the bar counts one hour of several days', () => {
    expect(withinHour('documentCreatedAt', { ...day, from: '2026-11-15T15:00:00' }, 9, now)).toBeNull();
    expect(withinHour('documentCreatedAt', { from: null, to: null }, 9, now)).toBeNull();
  });

  it('of a span has both its ends, or the one that is given', () => {
    expect(between('stepSince', { from: 'a', to: 'b' })).toEqual({ fieldName: 'stepSince', operation: 'BETWEEN', values: ['a', 'b'] });
    expect(between('stepSince', { from: null, to: 'b' })?.operation).toBe('LTE');
    expect(between('stepSince', { from: null, to: null })).toBeNull();
  });

  it('has an address in each list of its kind', () => {
    expect(listLinks({ lists: ['/one', '/two'] }, []).map((link) => link.split('?')[0])).toEqual(['/one', '/two']);
  });
});
