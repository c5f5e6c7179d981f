import { joinDate, keepTyped, overflowDate, readInteger, readMoney, showMoney, splitDate } from './values.ts';

it('what was typed is kept on a newer version, which gives all other values', () => {
  const begun = { name: 'Red', names: { pt: 'Encarnado', tet: '' }, list: ['a'], amount: 1, note: '' };
  const typed = { ...begun, names: { pt: 'Vermelho', tet: '' }, list: ['a', 'b'], note: 'mine' };
  const newer = { name: 'Crimson', names: { pt: 'Carmim', tet: 'Mean' }, list: ['c'], amount: 2, note: '' };
  expect(keepTyped(newer, begun, typed)).toEqual({ name: 'Crimson', names: { pt: 'Vermelho', tet: 'Mean' }, list: ['a', 'b'], amount: 2, note: 'mine' });
});

describe('a date of three fields', () => {
  it.each([
    [{ day: '7', month: '3', year: '1980' }, '1980-03-07'],
    [{ day: '07', month: ' 12 ', year: '1980' }, '1980-12-07'],
    [{ day: '', month: ' ', year: '' }, ''],
    [{ day: '27', month: '', year: '1980' }, '1980--27'],
    [{ day: '', month: '5', year: '' }, '-05-'],
    [{ day: 'x', month: '5', year: '80' }, '80-05-x'],
    [{ day: '٢', month: '１１', year: '۱۹۸۵' }, '1985-11-02'],
  ])('%j is stored as %j', (parts, stored) => expect(joinDate(parts)).toBe(stored));

  it.each([
    ['1980-03-07', { day: '7', month: '3', year: '1980' }],
    ['1980-03-07T10:00:00Z', { day: '7', month: '3', year: '1980' }],
    ['1980--27', { day: '27', month: '', year: '1980' }],
    ['-05-', { day: '', month: '5', year: '' }],
    ['', { day: '', month: '', year: '' }],
    [undefined, { day: '', month: '', year: '' }],
    [null, { day: '', month: '', year: '' }],
  ])('%j is shown as %j', (stored, parts) => expect(splitDate(stored)).toEqual(parts));
});

describe('a date that is typed on', () => {
  const empty = { day: '', month: '', year: '' };
  it.each([
    ['2', { ...empty, day: '2' }, 'day'],
    ['27', { ...empty, day: '27' }, 'day'],
    ['273', { ...empty, day: '27', month: '3' }, 'month'],
    ['27031980', { day: '27', month: '03', year: '1980' }, 'year'],
    ['27.3.1980', { day: '27', month: '3', year: '1980' }, 'year'],
    ['27/03/1980', { day: '27', month: '03', year: '1980' }, 'year'],
    ['7 ', { ...empty, day: '7' }, 'month'],
    ['٢٧٠٣١٩٨٠', { day: '٢٧', month: '٠٣', year: '١٩٨٠' }, 'year'],
    ['２７.３', { ...empty, day: '２７', month: '３' }, 'month'],
    ['x', { ...empty, day: 'x' }, 'day'],
  ])('%j in the day', (typed, date, at) => expect(overflowDate(empty, 'day', typed)).toEqual({ date, at }));

  it('changes no part that is there, unless a whole date is typed', () => {
    const date = { day: '27', month: '3', year: '1980' };
    expect(overflowDate(date, 'day', '271')).toEqual({ date, at: 'day' });
    expect(overflowDate(date, 'month', '115')).toEqual({ date: { ...date, month: '11' }, at: 'month' });
    expect(overflowDate(date, 'day', '1/2/2031')).toEqual({ date: { day: '1', month: '2', year: '2031' }, at: 'year' });
    expect(overflowDate({ ...date, year: '' }, 'month', '122')).toEqual({ date: { day: '27', month: '12', year: '2' }, at: 'year' });
    expect(overflowDate(date, 'year', '19801')).toEqual({ date: { ...date, year: '19801' }, at: 'year' });
  });
});

describe('a whole number', () => {
  it.each([
    ['12', 12],
    [' 1 200 ', 1200],
    ['-3', -3],
    ['007', 7],
    ['١٤', 14],
    ['', ''],
    ['  ', ''],
    ['1.5', '1.5'],
    ['two', 'two'],
    ['1,000', '1,000'],
    ['1234567890123456', '1234567890123456'],
  ])('%j is stored as %j', (typed, stored) => expect(readInteger(typed)).toBe(stored));
});

describe('an amount', () => {
  it.each([
    ['1234.50', 2, 123450],
    ['1,234.50', 2, 123450],
    ['1.234,50', 2, 123450],
    ['1 234,5', 2, 123450],
    ['1,50', 2, 150],
    ['1,500', 2, 150000],
    ['1.15', 2, 115],
    ['0.07', 2, 7],
    ['-2', 2, -200],
    ['5000', 0, 5000],
    ['١٢٣٤.５', 2, 123450],
    ['5,000', 0, 5000],
    ['1,234,567', 0, 1234567],
    ['', 2, ''],
    ['1.234', 2, '1.234'],
    ['1,50', 0, '1,50'],
    ['1.5', 0, '1.5'],
    ['12,34.5', 2, '12,34.5'],
    ['ten', 2, 'ten'],
  ])('%j with %d minor digits is stored as %j', (typed, minor, stored) => expect(readMoney(typed, minor)).toBe(stored));

  it('is shown as it would be typed', () => {
    expect(showMoney(123450, 2)).toBe('1234.50');
    expect(showMoney(5000, 0)).toBe('5000');
    expect(showMoney('ten', 2)).toBe('ten');
    expect(showMoney(undefined, 2)).toBe('');
  });
});
