import { NotificationBanner } from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import ProposalScreen from './proposal.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** The state of the page, which lasts from one drawing to the next. */
const mockState = { cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useEffect: () => undefined,
  useState: (first: unknown) => {
    const cell = mockState.next++;
    return [mockState.cells[cell] ?? first, (value: unknown) => (mockState.cells[cell] = value)];
  },
}));
const mockSent: string[] = [];
const mockLoads: string[] = [];
/** The state of the address, with the news of the page before. */
let mockGiven: object | null = null;
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ id: 'P1' }),
  useLocation: () => ({ state: mockGiven }),
  useText: () => (label: { en: string }) => label.en,
  useFormat: () => ({ number: String, dateTime: String }),
  useApi: () => ({ send: async (_method: string, url: string) => void mockSent.push(url) }),
}));
jest.mock('../shared/catalogue-admin.api.ts', () => ({
  ...jest.requireActual('../shared/catalogue-admin.api.ts'),
  useCatalogues: () => ({}),
  useProposal: () => ({
    data: { model: { id: 'P1', version: 1, documentStatus: 'WAITING', action: 'change', size: 0 }, actions: [{ name: 'approve' }, { name: 'reject' }] },
    refetch: () => void mockLoads.push('P1'),
  }),
}));

type Part = ReactElement<{
  children?: ReactNode;
  actions?: ReactNode;
  onClick?: () => void;
  onConfirm?: (reason: string) => Promise<void>;
  onConflict?: () => void;
  focus?: boolean;
}>;

const partsOf = (node: ReactNode): Part[] => {
  if (Array.isArray(node)) return node.flatMap(partsOf);
  return isValidElement(node) ? [node as Part, ...partsOf((node as Part).props.actions), ...partsOf((node as Part).props.children)] : [];
};

/** Draws the parts of the screen down to those of the proposal. */
function draw(): Part[] {
  mockState.next = 0;
  let parts = partsOf(ProposalScreen());
  for (const name of ['Loaded', 'One']) {
    const { type, props } = parts.find((part) => (part.type as { name?: string }).name === name) as Part & { type: (props: object) => ReactNode };
    parts = partsOf(type(props));
  }
  return parts;
}

it.each([
  ['Approve', 'The proposal is approved.'],
  ['Reject', 'The proposal is rejected.'],
])('the page says what was decided, and the keyboard goes on there, because the buttons are gone: %s', async (button, news) => {
  mockState.cells = [];
  draw()
    .find(({ props }) => props.children === button)
    ?.props.onClick?.();
  await draw()
    .find(({ type }) => type === ReasonDialog)
    ?.props.onConfirm?.('Decree 12');
  const banner = draw().find(({ type }) => type === NotificationBanner);
  expect(banner?.props.focus).toBe(true);
  expect(partsOf(banner?.props.children)[0]?.props.children).toBe(news);
});

it('the page of a new proposal says that it is proposed, until it is decided', async () => {
  mockState.cells = [];
  mockGiven = { done: 'propose' };
  const news = () => partsOf(draw().find(({ type }) => type === NotificationBanner)?.props.children)[0]?.props.children;
  expect(news()).toBe('Proposed. It counts when a second person has approved it.');
  draw()
    .find(({ props }) => props.children === 'Approve')
    ?.props.onClick?.();
  await draw()
    .find(({ type }) => type === ReasonDialog)
    ?.props.onConfirm?.('Decree 12');
  expect(news()).toBe('The proposal is approved.');
  mockGiven = null;
});

it('a proposal on which somebody else has decided first is loaded again', () => {
  mockState.cells = [];
  mockLoads.length = 0;
  draw()
    .find(({ props }) => props.children === 'Approve')
    ?.props.onClick?.();
  draw()
    .find(({ type }) => type === ReasonDialog)
    ?.props.onConflict?.();
  expect(mockLoads).toEqual(['P1']);
});
