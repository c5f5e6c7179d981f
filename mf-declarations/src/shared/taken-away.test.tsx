import { Button, ConfirmDialog, NotificationBanner, SimpleTable } from '@portal/web-kit';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import CasesScreen from '../gate/cases.screen.tsx';
import WatchListScreen from '../lane-rules/watch-list.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));

/** The state of a page, which lasts from one drawing to the next. */
const mockPage = { cells: [] as unknown[], next: 0, isRefused: false };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: (first: unknown) => {
    const cell = mockPage.next++;
    if (!(cell in mockPage.cells)) mockPage.cells[cell] = first;
    return [mockPage.cells[cell], (value: unknown) => (mockPage.cells[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useApi: () => ({ delete: mockCall }),
  submitOnce: mockCall,
  useFormat: () => ({}),
  useLanguage: () => ({ language: 'en' }),
  useParams: () => ({ code: 'SMUGGLING' }),
  useQuery: () => ({ data: { records: [{ key: '1', id: '1', reference: 'ARR-2026-0000001', knownBy: [] }], totalRecords: 1 }, refetch: () => undefined }),
  useQueryClient: () => ({ invalidateQueries: async () => undefined }),
  useSession: () => ({ hasRole: () => true }),
  useText: () => String,
}));

async function mockCall() {
  if (mockPage.isRefused) throw new Error('Refused');
  return {};
}

type Props = { children?: ReactNode } & Record<string, (...given: unknown[]) => unknown>;
interface Part {
  type: (props: object) => ReactNode;
  props: Props;
}

/** Finds the parts in what a component returns, by name. */
function partsOf(node: ReactNode, found: Record<string, Part> = {}): Record<string, Part> {
  if (Array.isArray(node)) for (const each of node) partsOf(each, found);
  if (!isValidElement<Props>(node)) return found;
  if (typeof node.type === 'function') found[node.type.name] = node as unknown as Part;
  return partsOf(node.props.children, found);
}

const pages = {
  'a person on a watch list': {
    page: WatchListScreen,
    part: 'List',
    takeAway: (parts: Record<string, Part>) => {
      const table = parts[SimpleTable.name]?.props as unknown as ComponentProps<typeof SimpleTable<{ id: string }>> | undefined;
      const cell = table?.columns.at(-1)?.render({ id: '1' }, 0);
      return partsOf(cell)[Button.name]?.props.onClick?.();
    },
  },
  'a case of the gate': { page: CasesScreen, part: 'Cases', takeAway: ({ One }: Record<string, Part>) => One?.props.onClose?.('') },
};

/** Draws a page with its state. @param part the component that has the state */
function draw({ page, part }: (typeof pages)[keyof typeof pages]): Record<string, Part> {
  mockPage.next = 0;
  const outer = partsOf(page());
  mockPage.next = 0;
  const { type, props } = outer[part] as Part;
  return partsOf(type(props));
}

it.each(Object.entries(pages))('the keyboard goes on at the news of what was taken away with its button: %s', async (_, each) => {
  Object.assign(mockPage, { cells: [], isRefused: false });
  const focusAfter = async () => {
    await each.takeAway(draw(each));
    // A person is taken off a watch list only after a question.
    await draw(each)[ConfirmDialog.name]?.props.onConfirm?.();
    await new Promise(setImmediate);
    return (draw(each)[NotificationBanner.name]?.props as ComponentProps<typeof NotificationBanner> | undefined)?.focus;
  };
  const first = await focusAfter();
  expect(first).toBeInstanceOf(Object);
  expect(await focusAfter()).not.toBe(first);
  // A refusal does not stand beside the news of what was done before.
  mockPage.isRefused = true;
  expect(await focusAfter()).toBeUndefined();
});

it('the news of a watch list is over when the next persons are sent', () => {
  const list = pages['a person on a watch list'];
  Object.assign(mockPage, { cells: [] });
  draw(list).PeopleForm?.props.onDone?.('2 persons were added');
  expect(draw(list)[NotificationBanner.name]).toBeDefined();
  draw(list).PeopleForm?.props.onErrors?.([]);
  expect(draw(list)[NotificationBanner.name]).toBeUndefined();
});
