import { formatDate, formatDateTime, formatMoney, formatNumber, formatShortDate, formatTime } from './format.ts';

describe('dates', () => {
  it('are written out in the language of the page', () => {
    expect(formatDate('2026-03-27', 'en')).toBe('27 March 2026');
    expect(formatDate('2026-03-07', 'pt')).toBe('7 de março de 2026');
  });

  it('are short in lists', () => {
    const now = new Date('2026-11-22T12:00:00');
    expect(formatShortDate('2026-03-27', 'en', now)).toBe('27 Mar');
    expect(formatShortDate('2026-02-07', 'pt', now)).toBe('7 fev');
    expect(formatShortDate('2025-03-27', 'en', now)).toBe('27 Mar 2025');
    expect([formatShortDate('words', 'en'), formatShortDate(null, 'en')]).toEqual(['words', '']);
  });

  it.each(['en', 'pt'] as const)('name the months as the browser does in %s', (language) => {
    const own = new Intl.DateTimeFormat(language === 'pt' ? 'pt-PT' : 'en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, '0')}-09`;
      expect(formatDate(day, language)).toBe(own.format(new Date(day)));
    }
  });

  it.each([
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['1980--27', '1980--27'],
    ['2026-02-30', '2026-02-30'],
    ['words', 'words'],
  ])('%j is shown as %j', (value, shown) => {
    expect(formatDate(value, 'en')).toBe(shown);
    expect(formatDateTime(value, 'en')).toBe(shown);
  });

  it('with a time are UTC at the server, and shown in the reader’s zone', () => {
    const there = new Date('2026-03-27T14:02:00Z');
    expect(formatTime('2026-03-27T14:02:00')).toBe(formatTime(there));
    expect(formatDateTime('2026-03-27T14:02:00Z', 'en')).toBe(`${formatDate(there.toISOString(), 'en')}, ${formatTime(there)}`);
    expect(formatTime(new Date(2026, 0, 1, 0, 5))).toBe('00:05');
    expect(formatTime(null)).toBe('');
  });
});

describe('amounts and numbers', () => {
  it('have the marks of the language', () => {
    expect(formatMoney(123450, 'USD', { language: 'en' })).toBe('USD\u00a01,234.50');
    expect(formatMoney(1000, 'JPY', { language: 'en' })).toBe('JPY\u00a01,000');
    expect(formatMoney(1000, 'KWD', { language: 'en' })).toBe('KWD\u00a01.000');
    expect(formatMoney(1000, 'no code', { language: 'en' })).toBe('no code\u00a010.00');
    expect(formatMoney(5000, 'USD', { minor: 0, language: 'en' })).toBe('USD\u00a05,000');
    expect(formatMoney(1234567, 'USD', { language: 'pt' }).replace(/\s/g, ' ')).toBe('USD 12 345,67');
    expect(formatNumber(1234567, 'en')).toBe('1,234,567');
  });

  it('are empty where there is none', () => {
    expect([formatMoney(undefined), formatMoney(Number.NaN), formatNumber(null)]).toEqual(['', '', '']);
  });
});
