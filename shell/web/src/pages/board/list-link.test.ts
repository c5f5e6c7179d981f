import { actionsLink, before, between, equals, hasWholeHours, hoursOfDay, listLink } from './list-link.ts';

describe('the list behind a bar', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  it('of an hour of the day has that hour of each day of the span, where the offices are', () => {
    expect(hoursOfDay({ from: '2026-11-21T15:00:00', to: null }, 9, 'Asia/Dili', now)).toEqual(['2026-11-22T00']);
    expect(hoursOfDay({ from: '2026-11-19T15:00:00', to: '2026-11-21T14:59:59' }, 23, 'Asia/Dili', now)).toEqual(['2026-11-20T14', '2026-11-21T14']);
    // An hour that does not exist on the day on which summer time begins, and an hour that occurs twice on the day on which it ends.
    expect(hoursOfDay({ from: '2026-03-29T00:00:00', to: '2026-03-29T21:59:59' }, 2, 'Europe/Paris', now)).toEqual([]);
    expect(hoursOfDay({ from: '2026-10-24T22:00:00', to: '2026-10-25T22:59:59' }, 2, 'Europe/Paris', now)).toEqual(['2026-10-25T00', '2026-10-25T01']);
    expect(hoursOfDay({ from: null, to: null }, 9, 'Asia/Dili', now)).toEqual([]);
  });

  it.each([
    ['UTC', true],
    ['Asia/Dili', true],
    ['Europe/Paris', true],
    ['Asia/Kathmandu', false],
    ['Asia/Kolkata', false],
    // Half an hour in winter alone.
    ['Australia/Lord_Howe', false],
  ])('of an hour of the day is the one of whole hours in UTC, where the clocks allow that: %s %s', (timeZone, whole) => {
    for (const at of ['2026-01-22T12:34:00Z', '2026-07-22T12:34:00Z']) expect(hasWholeHours(timeZone, Date.parse(at))).toBe(whole);
  });

  it('of a span has both its ends, or the one that is given', () => {
    expect(between('stepSince', { from: 'a', to: 'b' })).toEqual({ fieldName: 'stepSince', operation: 'BETWEEN', values: ['a', 'b'] });
    expect(between('stepSince', { from: null, to: 'b' })?.operation).toBe('LTE');
    expect(between('stepSince', { from: null, to: null })).toBeNull();
    expect(before('2026-11-22T00:00:00')).toBe('2026-11-21T23:59:59');
  });

  it('of what has no value asks for documents without one', () => {
    expect(equals('lane', '')).toEqual({ fieldName: 'lane', operation: 'EMPTY', values: [] });
    expect(equals('lane', 'RED')).toEqual({ fieldName: 'lane', operation: 'EQ', values: ['RED'] });
  });

  it('has an address in the list of its kind, and among the actions', () => {
    expect(listLink({ list: '/one' }, [])).toMatch(/^\/one\?q=/);
    expect(listLink({}, [])).toBeUndefined();
    expect(actionsLink({ path: '/v1/case' }, { user: 'ana', lane: '', to: null, done: undefined })).toBe('/staff/board/actions?of=%2Fv1%2Fcase&user=ana&lane=');
  });
});
