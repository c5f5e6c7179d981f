import { changedTexts } from './use-document-form.ts';

const trip = (name: string, more: object = {}) => ({
  id: 'T1',
  version: 3,
  ownerName: 'ANA',
  note: '',
  documentDetails: { code: 'TRIPTIC', name },
  requirements: [
    { id: 'R1', description: name, accepted: true },
    { id: 'R2', description: 'Passport', accepted: false },
  ],
  ...more,
});

describe('after a change of language', () => {
  it('the names of a document follow, also in objects and rows', () => {
    expect(changedTexts(trip('Triptych'), trip('Tríptico'))).toEqual([
      ['documentDetails.name', 'Triptych', 'Tríptico'],
      ['requirements.0.description', 'Triptych', 'Tríptico'],
    ]);
    expect(changedTexts(trip('Triptych'), trip('Triptych'))).toEqual([]);
  });

  it('a row that is another record is left alone, and so is a text that there was not, or is no longer', () => {
    const other = [{ id: 'R9', description: 'Visto', accepted: true }];
    expect(changedTexts(trip('Triptych'), trip('Triptych', { requirements: other, note: 'Nota', ownerName: '' }))).toEqual([]);
  });
});
