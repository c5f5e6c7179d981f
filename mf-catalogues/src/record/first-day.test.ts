import { firstDay } from './first-day.ts';

it.each([
  ['the content from the beginning', '', '', { effectiveFrom: null }],
  ['a new content after that from the beginning', '', '2027-01-01', { effectiveFrom: '2027-01-01' }],
  ['the content of a day', '2027-01-01', '2027-01-01', { effectiveFrom: '2027-01-01' }],
  ['a content that holds at once instead', '2027-01-01', '', { effectiveFrom: '' }],
])('the form changes %s', (_what, begun, chosen, sent) => expect(firstDay(begun, chosen)).toEqual(sent));
