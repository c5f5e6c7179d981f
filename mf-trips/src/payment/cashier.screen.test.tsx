import type { Receipt } from '@portal/contract-kit';
import { NotificationBanner } from '@portal/web-kit';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import CashierScreen from './cashier.screen.tsx';
import { DueForm } from './due-form.tsx';
import { TillBar } from './till-bar.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** The state of the page, which lasts from one drawing to the next. */
const mockState = { cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useEffect: () => undefined,
  useRef: (current: unknown) => ({ current }),
  useState: (first: unknown) => {
    const cell = mockState.next++;
    if (!(cell in mockState.cells)) mockState.cells[cell] = first;
    return [mockState.cells[cell], (value: unknown) => (mockState.cells[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useText: () => (label: { en: string }) => label.en,
  useLanguage: () => ({ language: 'en' }),
  useApi: () => undefined,
  useQueryClient: () => ({ invalidateQueries: async () => undefined }),
  useSearchParams: () => [new URLSearchParams('reference=TRP-2026-0000001'), () => undefined],
}));
jest.mock('@portal/web-kit/forms', () => ({
  ...jest.requireActual('@portal/web-kit/forms'),
  useForm: () => ({ getValues: () => 'TRP-2026-0000001', setValue: () => undefined, clearErrors: () => undefined }),
}));
jest.mock('./payment.scss', () => ({}));
jest.mock('./payment.api.ts', () => ({
  ...jest.requireActual('./payment.api.ts'),
  paymentsOf: async () => ({ key: 'key', due: { documentId: 'D1', total: 1000 }, receipts: [] }),
}));

type Part = ReactElement<{ children?: ReactNode }>;
const partsOf = (node: ReactNode): Part[] => {
  if (Array.isArray(node)) return node.flatMap(partsOf);
  return isValidElement<Part['props']>(node) ? [node, ...partsOf(node.props.children)] : [];
};

function draw(): Part[] {
  mockState.next = 0;
  const { type } = (CashierScreen().props as { children: { type: () => ReactNode } }).children;
  return partsOf(type());
}
const propsIn = <Props,>(of: (props: Props) => ReactNode) => draw().find(({ type }) => (type as unknown) === of)?.props as Props | undefined;

/** Returns what the banner says, and whether the keyboard goes on there. */
function news() {
  const banner = propsIn(NotificationBanner);
  return banner && { focus: banner.focus, words: [partsOf(banner.children)[0]?.props.children].flat().join('') };
}
function find() {
  const form = draw().find(({ type }) => type === 'form')?.props as ComponentProps<'form'> | undefined;
  form?.onSubmit?.({ preventDefault: () => undefined } as never);
}

beforeEach(() => {
  mockState.cells = [];
});

it('the till says that the shift is open, and the keyboard goes on there, until the next document is looked for', () => {
  expect(news()).toBeUndefined();
  propsIn(TillBar)?.onOpened();
  expect(news()).toEqual({ words: 'The shift is open', focus: true });
  find();
  expect(news()).toBeUndefined();
});

it('the till says that a receipt is recorded, also after a shift was opened', async () => {
  propsIn(TillBar)?.onOpened();
  find();
  await new Promise(setImmediate);
  propsIn(DueForm)?.onRecorded({ id: 'R1', serialReference: { reference: 'REC-2026-0000001' } } as Receipt, false);
  expect(news()).toEqual({ words: 'The receipt is recorded: REC-2026-0000001', focus: true });
});
