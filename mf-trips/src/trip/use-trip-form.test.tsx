import { unlistedCode } from '@portal/contract-kit';
import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { TripBody } from 'svc-trips/contract';
import { bodyOf, errorsIn, useTripForm } from './use-trip-form.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const typed = { productCode: '', goodDescription: '', quantity: '', value: '' };
/** A row as the form holds it: with the name from the catalogue. */
const empty = { ...typed, productName: '' };
const tripWith = (...goods: object[]) => ({ ...new TripBody(), id: '', version: 0, goods }) as never;

describe('the goods of a trip', () => {
  it('are sent without the rows in which nothing is filled in', () => {
    expect(bodyOf(tripWith(empty, { ...empty, quantity: 2 }), 'register').goods).toEqual([{ ...typed, quantity: 2 }]);
  });

  it('are sent with a text that is not in the list of commodities, which is an error', () => {
    const trip = tripWith({ ...empty, productCode: unlistedCode('ELECTRIC GENERATOR') });
    expect(bodyOf(trip, 'register').goods).toHaveLength(1);
    expect(errorsIn(trip, 'register', 'en')).toContainEqual({ code: 'CHOICE', field: 'goods.0.productCode', message: 'Commodity: choose one from the list' });
  });

  it('lose their blank rows on the screen too when they are sent, so that the service’s errors are at their rows', () => {
    const generator = { ...empty, goodDescription: 'GENERATOR', quantity: 2_000_000 };
    let sent: { goods?: object } = {};
    let shown: unknown;
    function Form() {
      const { form, body } = useTripForm(tripWith(empty, generator), 'register');
      // On the server the form is never mounted, and would give only the values that it started with.
      form.control._state.mount = true;
      sent = body();
      shown = form.getValues('goods');
      return null;
    }
    renderToStaticMarkup(
      <KitProviders name="trips">
        <Form />
      </KitProviders>,
    );
    expect(sent.goods).toEqual([{ ...typed, goodDescription: 'GENERATOR', quantity: 2_000_000 }]);
    expect(shown).toEqual([generator]);
  });
});

it('a trip is sent with the same body in every language, so that a lost answer and a change of language do not register it twice', () => {
  const inLanguage = (words: string) =>
    bodyOf(
      {
        documentDetails: { code: 'TIBE', name: words },
        questions: [{ id: 'TIBE-Q1', rank: 1, description: words, accepted: true }],
        requirements: [{ id: 'TIBE-REG', description: words, quantity: 1, accepted: true }],
        fees: [{ code: 'TIBE-PERMIT', name: words }],
      } as never,
      'register',
    );
  expect(inLanguage('en')).toEqual(inLanguage('pt'));
  expect(inLanguage('en')).toEqual({
    documentDetails: { code: 'TIBE' },
    questions: [{ id: 'TIBE-Q1', accepted: true }],
    requirements: [{ id: 'TIBE-REG', accepted: true }],
  });
});
