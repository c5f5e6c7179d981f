import { firstDay } from './first-day.ts';

it.each([
  ['the content from the beginning', '', '', { effectiveFrom: null, replaces: null }],
  ['a new content after that from the beginning', '', '2027-01-01', { effectiveFrom: '2027-01-01', replaces: null }],
  ['the content of a day', '2027-01-01', '2027-01-01', { effectiveFrom: '2027-01-01', replaces: '2027-01-01' }],
  ['the day of a content', '2027-01-01', '2027-02-01', { effectiveFrom: '2027-02-01', replaces: '2027-01-01' }],
  ['a content that holds at once instead', '2027-01-01', '', { effectiveFrom: '', replaces: '2027-01-01' }],
])('the form changes %s', (_what, begun, chosen, sent) => expect(firstDay(begun, chosen)).toEqual(sent));
