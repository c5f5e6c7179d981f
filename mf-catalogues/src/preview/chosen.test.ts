import { previewScreen } from '../shared/catalogue-admin.api.ts';
import { chosenOf } from './chosen.ts';

const preview = { document: 'TIBE', subDocument: 'TIBE-MOT', day: '2027-01-01' };
const chosen = (query: Record<string, string>) => {
  const { document, subDocument, day } = chosenOf(new URL(previewScreen({ proposal: 'P', ...query }), 'https://portal.example').searchParams, preview, 'en');
  return [document, subDocument, day];
};

describe('the preview of a proposal', () => {
  it('begins with what the proposal is about', () => expect(chosen({})).toEqual(['TIBE', 'TIBE-MOT', '2027-01-01']));

  it.each([
    ['another document, which has no such sub-document', { document: 'ARR', subDocument: '', day: '2027-01-01' }, ['ARR', '', '2027-01-01']],
    ['any sub-document', { document: 'TIBE', subDocument: '', day: '2027-01-01' }, ['TIBE', '', '2027-01-01']],
    ['today', { document: 'TIBE', subDocument: 'TIBE-MOT', day: '' }, ['TIBE', 'TIBE-MOT', '']],
  ])('shows %s where that is chosen', (_what, query, expected) => expect(chosen(query)).toEqual(expected));
});

it('a preview without a proposal begins with the arrival declaration', () => {
  expect(chosenOf(new URLSearchParams(), undefined, 'pt')).toEqual({ document: 'ARR', subDocument: '', day: '', language: 'pt', proposal: '' });
});
