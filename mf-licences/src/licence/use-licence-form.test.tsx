import { KitProviders } from '@portal/web-kit';
import type { FieldSpec } from '@portal/web-kit/forms';
import { renderToStaticMarkup } from 'react-dom/server';
import { bodyOf, errorsIn, useLicenceForm } from './use-licence-form.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const missing = (mode: string, stored: object): (string | undefined)[] =>
  errorsIn({ holderMobile: '' } as never, mode, 'en', stored as never)
    .filter(({ code }) => code === 'REQUIRED')
    .map(({ field }) => field);

it.each(['adjustment', 'modification'])('the form of the %s does not ask for a mobile number that was erased', (mode) => {
  expect(missing(mode, {})).not.toContain('holderMobile');
  expect(missing(mode, {})).toContain('holderName');
  expect(missing(mode, { holderMobile: '+670 7711 2233' })).toContain('holderMobile');
});

it('the form of a renewal asks for the mobile number again', () => expect(missing('renewal', {})).toContain('holderMobile'));

it('the form knows whether the list of types has arrived', () => {
  let type: FieldSpec | undefined;
  function Form() {
    const { sections } = useLicenceForm({}, 'register');
    type = sections.flatMap(({ fields = [] }) => fields).find(({ name }) => name === 'documentType');
    return null;
  }
  renderToStaticMarkup(
    <KitProviders name="licences">
      <Form />
    </KitProviders>,
  );
  expect(type).toMatchObject({ records: [], listState: { loading: true, problem: undefined } });
});

it('an application is sent with the same body in every language, so that a lost answer and a change of language do not register it twice', () => {
  const inLanguage = (words: string) =>
    bodyOf({
      documentCode: 'MED',
      documentName: words,
      holderName: 'Ana',
      requirements: [{ id: 'R1', description: words, accept: true }],
      medias: [{ uid: 'M1', info: { code: 'PASSPORT', name: words } }],
      fees: [{ code: 'F1', name: words }],
      beginDate: '2026-01-01',
    } as never);
  expect(inLanguage('en')).toEqual(inLanguage('pt'));
  expect(inLanguage('en')).toEqual({
    documentCode: 'MED',
    holderName: 'Ana',
    requirements: [{ id: 'R1', accept: true }],
    medias: [{ uid: 'M1', info: { code: 'PASSPORT' } }],
    beginDate: '2026-01-01',
  });
});
