import type { Shift, ShiftSum } from '@portal/contract-kit';
import { KitProviders } from '@portal/web-kit';
import type { UseFormReturn } from '@portal/web-kit/forms';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ShiftScreen from './shift.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** The shift that the service answers with, what the page sends, and the form that it draws. */
const mockPage = {
  shift: {} as Partial<Shift>,
  sent: [] as { body: object }[],
  names: [] as string[],
  labels: [] as string[],
  form: {} as UseFormReturn,
  submit: (_event: object) => Promise.resolve(),
};
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  Link: () => null,
  RequireRole: ({ children }: { children: ReactNode }) => children,
  StaffPage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  useParams: () => ({ id: 'S-1' }),
  useDocument: () => ({ data: { model: mockPage.shift }, refetch: () => undefined }),
  submitOnce: async (_api: object, call: { body: object }) => {
    mockPage.sent.push(call);
    return { model: mockPage.shift };
  },
}));
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  FormProvider: ({ children, ...form }: UseFormReturn & { children: ReactElement<{ onSubmit: typeof mockPage.submit }> }) => {
    // On the server the form is never mounted, and would give only the values that it started with.
    form.control._state.mount = true;
    Object.assign(mockPage, { form, submit: children.props.onSubmit });
    return children;
  },
  MoneyField: ({ name, label }: { name: string; label: string }) => {
    mockPage.names.push(name);
    mockPage.labels.push(label);
    return null;
  },
  TextareaField: () => null,
}));

/** Draws an open shift with these sums. */
function draw(sums: Partial<ShiftSum>[]): void {
  const sum = { methodName: '', currencyCode: 'USD', float: 0, received: 1250, receipts: 1, expected: 1250 };
  const shift = { id: 'S-1', version: 1, status: 'OPEN', createdAt: '2026-10-01T08:00:00', sums: sums.map((each) => ({ ...sum, ...each })) };
  Object.assign(mockPage, { shift, names: [], labels: [] });
  renderToStaticMarkup(
    <KitProviders name="trips">
      <ShiftScreen />
    </KitProviders>,
  );
}

it('closes a shift with what was counted of each method, also of one whose code has a dot', async () => {
  draw(['CASH', 'M.PESA', 'M'].map((method) => ({ method })));
  for (const [index, name] of mockPage.names.entries()) mockPage.form.setValue(name, 1250 + index);
  await mockPage.submit({ preventDefault: () => undefined });
  const counted = ['CASH', 'M.PESA', 'M'].map((method, index) => ({ method, currencyCode: 'USD', amount: 1250 + index }));
  expect(mockPage.sent).toMatchObject([{ body: { version: 1, counted } }]);
});

it.each([
  [
    ['USD', 'USD'],
    ['Counted: Cash', 'Counted: Card'],
  ],
  [
    ['USD', 'EUR'],
    ['Counted: Cash, USD', 'Counted: Card, EUR'],
  ],
])('names the currency of what is counted where there are several: %j', ([first, second], labels) => {
  draw([
    { method: 'CASH', methodName: 'Cash', currencyCode: first },
    { method: 'CARD', methodName: 'Card', currencyCode: second },
  ]);
  expect(mockPage.labels).toEqual(labels);
});
