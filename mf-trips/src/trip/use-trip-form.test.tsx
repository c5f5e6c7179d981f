import { unlistedCode } from '@portal/contract-kit';
import { KitProviders } from '@portal/web-kit';
import { renderToStaticMarkup } from 'react-dom/server';
import { TripBody } from 'svc-trips/contract';
import { bodyOf, errorsIn, useTripForm } from './use-trip-form.ts';

// Jest cannot load modules of this package, and the test renders no field.
jest.mock('downshift', () => ({}));

const empty = { productCode: '', productName: '', goodDescription: '', quantity: '', value: '' };
const tripWith = (...goods: object[]) => ({ ...new TripBody(), id: '', version: 0, goods }) as never;

describe('the goods of a trip', () => {
  it('are sent without the rows in which nothing is filled in', () => {
    expect(bodyOf(tripWith(empty, { ...empty, quantity: 2 }), 'register').goods).toEqual([{ ...empty, quantity: 2 }]);
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
    expect(sent.goods).toEqual([generator]);
    expect(shown).toEqual([generator]);
  });
});
