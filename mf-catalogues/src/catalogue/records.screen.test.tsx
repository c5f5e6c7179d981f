import { type Button, StaffPage } from '@portal/web-kit';
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import { WriteResult } from '../shared/write-result.tsx';
import RecordsScreen from './records.screen.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** The state of the address, with the news of the page before. */
let mockGiven: object | null = null;
/** The state of the page, which lasts from one drawing to the next. */
const mockState = { cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useEffect: () => undefined,
  useState: (first: unknown) => {
    const cell = mockState.next++;
    if (!(cell in mockState.cells)) mockState.cells[cell] = first;
    return [mockState.cells[cell], (value: unknown) => (mockState.cells[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useText: () => (label: { en: string }) => label.en,
  useFormat: () => ({ number: String }),
  useLanguage: () => ({ language: 'en' }),
  useNavigate: () => () => undefined,
  useLocation: () => ({ state: mockGiven }),
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

/** Presses the button that exports the records. */
async function exportRecords() {
  const buttons = ((draw().actions as ReactElement<{ children: ReactNode[] }>).props.children as ReactElement<ComponentProps<typeof Button>>[]).filter(
    ({ props }) => props.children === 'Export CSV',
  );
  await buttons[0]?.props.onClick?.({} as never);
}

beforeEach(() => {
  mockState.cells = [];
  mockGiven = null;
});

it('the page says why the file of the records was not made', async () => {
  await exportRecords();
  expect(draw().errors).toEqual([{ code: expect.any(String), message: 'Something went wrong. Try again.' }]);
});

describe('after an import', () => {
  const elements = () => (draw().children as ReactNode[]).filter((each) => isValidElement<Record<string, unknown>>(each));
  const news = () => {
    const result = elements().find(({ type }) => type === WriteResult);
    return result && WriteResult(result.props as never).props;
  };

  it('the page says that the file is imported, and the keyboard goes on there', () => {
    expect(news()).toBeUndefined();
    mockState.cells = [];
    mockGiven = { written: { action: 'import' } };
    const { children, focus } = news();
    expect(children.props.children[0]).toBe('The file is imported.');
    expect(focus).toEqual({ action: 'import' });
  });

  it.each<[string, () => unknown]>([
    ['an export', exportRecords],
    ['a search', () => elements().map(({ props }) => (props.onChange as undefined | ((change: object) => void))?.({ text: 'red' }))],
  ])('the news is over when the next attempt begins: %s', async (_what, attempt) => {
    mockGiven = { written: { action: 'import' } };
    expect(news()).toBeDefined();
    await attempt();
    expect(news()).toBeUndefined();
  });
});
