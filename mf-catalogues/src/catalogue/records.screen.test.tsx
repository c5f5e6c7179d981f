import { type Button, StaffPage } from '@portal/web-kit';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import RecordsScreen from './records.screen.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** The state of the page, which lasts from one drawing to the next. */
const mockState = { cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: (first: unknown) => {
    const cell = mockState.next++;
    return [mockState.cells[cell] ?? first, (value: unknown) => (mockState.cells[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useText: () => (label: { en: string }) => label.en,
  useFormat: () => ({ number: String }),
  useLanguage: () => ({ language: 'en' }),
  useNavigate: () => undefined,
  useSearchParams: () => [new URLSearchParams()],
  useApi: () => ({
    blob: async () => {
      throw new Error('The database is away');
    },
  }),
}));
jest.mock('../shared/loaded.tsx', () => ({
  CatalogueFrame: ({ children }: { children: (info: object) => ReactNode }) => children({ name: 'colours', title: { en: 'Colours', pt: 'Cores' }, fields: [] }),
}));
jest.mock('../shared/catalogue-admin.api.ts', () => ({ ...jest.requireActual('../shared/catalogue-admin.api.ts'), useRecords: () => ({}) }));

const drawn = (node: ReactNode): ReactElement => {
  if (!isValidElement(node)) throw new Error('nothing is drawn');
  return node.type === StaffPage ? node : drawn((node.type as (props: unknown) => ReactNode)(node.props));
};

/** Draws the page. @returns what it gives its frame */
function draw(): ComponentProps<typeof StaffPage> {
  mockState.next = 0;
  return drawn(<RecordsScreen />).props as ComponentProps<typeof StaffPage>;
}

it('the page says why the file of the records was not made', async () => {
  const buttons = ((draw().actions as ReactElement<{ children: ReactNode[] }>).props.children as ReactElement<ComponentProps<typeof Button>>[]).filter(
    ({ props }) => props.children === 'Export CSV',
  );
  await buttons[0]?.props.onClick?.({} as never);
  expect(draw().errors).toEqual([{ code: expect.any(String), message: 'Something went wrong. Try again.' }]);
});
