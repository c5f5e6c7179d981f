import type { Bilingual } from '@portal/contract-kit';
import { ApiProblem, KitProviders, type PageError } from '@portal/web-kit';
import type { UseFormReturn } from '@portal/web-kit/forms';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { TillBar } from './till-bar.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

interface FloatField {
  name: string;
  label: Bilingual | string;
  currency: string;
}

/** The fees that the service answers with, what the page sends, and the form that it draws. */
const mockPage = {
  fees: {} as object,
  sent: [] as object[],
  opened: 0,
  errors: [] as PageError[],
  fields: [] as FloatField[],
  form: {} as UseFormReturn,
  submit: (_event: object) => Promise.resolve(),
};
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useCatalogue: (name: string) => (name === 'fees' ? mockPage.fees : undefined),
}));
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  FormProvider: ({ children, ...form }: UseFormReturn & { children: ReactElement<{ onSubmit: typeof mockPage.submit }> }) => {
    // On the server the form is never mounted, and would give only the values that it started with.
    form.control._state.mount = true;
    Object.assign(mockPage, { form, submit: children.props.onSubmit });
    return children;
  },
  MoneyField: (field: FloatField) => {
    mockPage.fields.push(field);
    return null;
  },
}));
jest.mock('./payment.api.ts', () => ({
  ...jest.requireActual('./payment.api.ts'),
  openShift: async (_api: object, floats: object) => mockPage.sent.push(floats),
  useOpenShift: () => ({ data: null, refetch: () => undefined }),
}));

/** Draws the till of a cashier without an open shift. */
function draw(fees: object): string {
  Object.assign(mockPage, { fees: { records: [], loading: false, retry: () => undefined, ...fees }, sent: [], opened: 0, fields: [] });
  return renderToStaticMarkup(
    <KitProviders name="trips">
      <TillBar short={false} onErrors={(errors) => Object.assign(mockPage, { errors })} onOpened={() => mockPage.opened++} />
    </KitProviders>,
  );
}
const press = { preventDefault: () => undefined };
const feesIn = (...currencies: string[]) => ({ records: currencies.map((currencyCode, index) => ({ code: String(index), name: 'Fee', currencyCode })) });

describe('a shift', () => {
  it.each([
    [['EUR', 'EUR'], [['Float', 'EUR']]],
    [
      ['EUR', 'IDR', 'EUR'],
      [
        ['Float, EUR', 'EUR'],
        ['Float, IDR', 'IDR'],
      ],
    ],
    [[], [['Float', 'USD']]],
  ])('is opened with a float in each currency of the fees: %j', (currencies, fields) => {
    draw(feesIn(...currencies));
    expect(mockPage.fields.map(({ label, currency }) => [typeof label === 'string' ? label : label.en, currency])).toEqual(fields);
  });

  it('begins with the floats that were typed, above 0', async () => {
    draw(feesIn('EUR', 'IDR', 'USD', 'AUD'));
    for (const [index, amount] of [5000, '', 250, 0].entries()) mockPage.form.setValue(mockPage.fields[index]?.name as string, amount);
    await mockPage.submit(press);
    const floats = [
      { currencyCode: 'EUR', amount: 5000 },
      { currencyCode: 'USD', amount: 250 },
    ];
    expect(mockPage.sent).toEqual([floats]);
    expect(mockPage.opened).toBe(1);
  });

  it.each(['much', -1])('does not begin with the float %j', async (amount) => {
    draw(feesIn('EUR', 'USD'));
    mockPage.form.setValue(mockPage.fields[1]?.name as string, amount);
    await mockPage.submit(press);
    expect(mockPage.errors).toMatchObject([{ field: 'floats.USD', message: 'Enter the float in figures, such as 50.00' }]);
    expect(mockPage.sent).toEqual([]);
    expect(mockPage.opened).toBe(0);
  });

  it('is not opened before the fees are there', () => {
    draw({ loading: true });
    expect(mockPage.fields).toEqual([]);
    expect(draw({ problem: new ApiProblem({ status: 503, title: 'Away' }) })).toContain('Try again');
  });
});
