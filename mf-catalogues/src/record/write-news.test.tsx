import type { NotificationBanner } from '@portal/web-kit';
import { ReasonDialog } from '@portal/web-kit/staff';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import { WriteResult } from '../shared/write-result.tsx';
import RecordScreen from './record.screen.tsx';
import { RecordForm } from './record-form.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

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
  useParams: () => ({ code: 'RED' }),
  useLocation: () => ({ state: mockGiven }),
  useSearchParams: () => [new URLSearchParams(mockFrom), () => undefined],
  useLanguage: () => ({ language: 'en' }),
  useQueryClient: () => ({ setQueryData: () => undefined }),
  useText: () => (label: { en: string }) => label.en,
  useApi: () => ({ post: async () => mockPosted() }),
}));
jest.mock('../shared/catalogue-admin.api.ts', () => ({
  ...jest.requireActual('../shared/catalogue-admin.api.ts'),
  useRecord: () => ({ data: mockRecord(), refetch: async () => mockLoads++ }),
}));
const mockInfo = { name: 'colours', title: { en: 'Colours', pt: 'Cores' }, fields: [] };
const mockRecord = () => ({ model: { id: 'RED', code: 'RED', name: 'Red', version: 1, periods: mockPeriods }, actions: [] });
let mockPeriods: object[] | undefined;
let mockFrom = '';
/** The state of the address, with the news of the page before. */
let mockGiven: object | null = null;
let mockIsRefused = false;
let mockLoads = 0;
function mockPosted() {
  if (mockIsRefused) throw new Error('Refused');
  return mockRecord();
}

type Props = { children?: ReactNode; actions?: ReactNode };
interface Part {
  type: (props: object) => ReactNode;
  props: Props;
}

/** Finds all parts in what a component returns. */
function partsOf(node: ReactNode): Part[] {
  if (Array.isArray(node)) return node.flatMap(partsOf);
  if (!isValidElement<Props>(node)) return [];
  return [node as unknown as Part, ...partsOf(node.props.actions), ...partsOf(node.props.children)];
}

const named = (parts: Part[], name: string) => parts.find(({ type }) => type.name === name) as Part;

function draw(): Part[] {
  mockState.next = 0;
  let node = (named(partsOf(RecordScreen()), 'CatalogueFrame').props.children as unknown as (info: object) => ReactNode)(mockInfo);
  for (const name of ['Loaded', 'Record']) {
    const { type, props } = named(partsOf(node), name);
    node = type(props);
  }
  return partsOf(node);
}

const propsIn = <Props,>(of: (props: Props) => ReactNode) => draw().find(({ type }) => (type as unknown) === of)?.props as Props;

/** Returns what the banner says, and the value with which it takes the focus. */
function news() {
  const written = propsIn(WriteResult);
  const banner = written && (WriteResult(written).props as ComponentProps<typeof NotificationBanner>);
  return banner && { focus: banner.focus, words: partsOf(banner.children).map(({ props }) => [props.children].flat()[0])[0] };
}

const save = () => propsIn(RecordForm).onWritten(mockRecord() as never, '');
function openDialog(label: string) {
  const button = draw().find(({ props }) => props.children === label)?.props as { onClick?: () => void } | undefined;
  button?.onClick?.();
}
async function press(label: string) {
  openDialog(label);
  await propsIn(ReasonDialog).onConfirm('Decree 12');
}

beforeEach(() => {
  mockState.cells = [];
  mockGiven = null;
  mockIsRefused = false;
});

it('the page of a catalogue record says what was done, and the keyboard goes on there each time', async () => {
  save();
  const first = news();
  save();
  const second = news();
  await press('Retire');
  const third = news();
  expect([first?.words, second?.words, third?.words]).toEqual(['Saved.', 'Saved.', 'The record is retired.']);
  expect(first?.focus).toBeInstanceOf(Object);
  expect(new Set([first?.focus, second?.focus, third?.focus]).size).toBe(3);
});

it('the page of a new record says that it is added, and the keyboard goes on there', () => {
  mockGiven = { written: { action: 'add' } };
  expect(news()).toEqual({ words: 'The record is added.', focus: { action: 'add' } });
});

it.each<[string, () => unknown]>([
  ['a save', () => propsIn(RecordForm).onErrors([])],
  ['a decision', () => press('Retire').catch(() => undefined)],
])('the news of the last write is over when the next one begins: %s', async (_what, write) => {
  save();
  expect(news()).toBeDefined();
  mockIsRefused = true;
  await write();
  expect(news()).toBeUndefined();
});

it('the record is loaded again for a form and a decision that came too late', async () => {
  openDialog('Retire');
  mockLoads = 0;
  await propsIn(ReasonDialog).onConflict?.();
  await propsIn(RecordForm).onReload?.();
  expect(mockLoads).toBe(2);
});

it('the form of a content that somebody else moved to another day stays, with what was typed, until the page has changed the record itself', () => {
  mockFrom = 'from=2027-01-01';
  mockPeriods = [{ code: 'RED', name: 'Crimson', effectiveFrom: '2027-01-01' }];
  expect(propsIn(RecordForm)?.values).toMatchObject({ name: 'Crimson' });
  mockPeriods = [{ code: 'RED', name: 'Crimson', effectiveFrom: '2027-02-01' }];
  expect(propsIn(RecordForm)?.values).toMatchObject({ name: 'Crimson' });
  save();
  expect(propsIn(RecordForm)).toBeUndefined();
  mockFrom = '';
  mockPeriods = undefined;
});
