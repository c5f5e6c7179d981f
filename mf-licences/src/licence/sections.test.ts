import { fieldsOf } from '@portal/contract-kit';
import { shownFields } from '@portal/web-kit/forms';
import { ProfessionalLicence } from 'svc-licences/contract';
import { licenceSections } from './sections.tsx';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const sections = licenceSections([]);
const open = (test: undefined | ((model: never, mode: string) => boolean), model: object, mode: string, otherwise: boolean): boolean =>
  test ? test(model as never, mode) : otherwise;

/** Returns the names of the fields to fill in in a mode. */
const asked = (model: object, mode: string): string[] =>
  sections.flatMap((section) =>
    shownFields([section], { ...model }, mode)
      .filter((field) => field.type !== 'static' && open(field.editable as never, model, mode, open(section.editable as never, model, mode, false)))
      .map(({ name }) => name),
  );
/** Names of the required fields, without the agency, which follows from the document. */
const required = fieldsOf(ProfessionalLicence)
  .filter((field) => field.required && !field.serverSet && field.name !== 'agencyCode')
  .map(({ name }) => name);
const registered = { documentCode: 'MEDIB', subDocumentCode: 'MED-BSC', serialReference: { reference: 'MEDIB-2026-0000001' } };

describe('the licence form', () => {
  it.each(['new', 'register'])('asks every required field in %s', (mode) => {
    expect(asked({}, mode)).toEqual(expect.arrayContaining(required));
  });

  it('asks for nothing in view', () => expect(asked(registered, 'view')).toEqual([]));

  it('does not let the document of a registered application be changed', () => {
    expect(asked(registered, 'edit')).not.toEqual(expect.arrayContaining(['documentCode']));
    expect(asked(registered, 'renewal')).toEqual(expect.arrayContaining(['holderName']));
  });

  it('asks for the dates of the licence only in modes that set them', () => {
    expect(asked(registered, 'issuance')).toEqual(expect.arrayContaining(['beginDate', 'endDate']));
    expect(asked(registered, 'edit')).not.toContain('beginDate');
  });

  it('hides an optional field without a value where it is read only', () => {
    const shown = (model: object) => shownFields(sections, { ...model }, 'view').map(({ name }) => name);
    expect(shown(registered)).not.toContain('workPlace');
    expect(shown({ ...registered, workPlace: 'Dili' })).toContain('workPlace');
  });
});
