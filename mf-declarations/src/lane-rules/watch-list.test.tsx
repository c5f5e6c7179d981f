import { type Api, Button, ConfirmDialog, KitProviders, SimpleTable } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import WatchListScreen from './watch-list.screen.tsx';

// Jest cannot load modules of this package, and the test renders no list that is searched.
jest.mock('downshift', () => ({}));
jest.mock('./watch-file.ts', () => ({ readPeople: () => [{ line: 1, passport: 'X1234567' }] }));
jest.mock('./lane-rules.api.ts', () => ({
  ...jest.requireActual('./lane-rules.api.ts'),
  useWatchList: () => ({ data: { records: [{ id: 'E1', knownBy: ['passport'], addedBy: 'Ana', addedAt: '2026-03-01T08:00:00' }], totalRecords: 1 } }),
}));

/** The keys of the calls that were sent, and whether their answers are lost. */
const mockSent: (string | undefined)[] = [];
let mockIsLost = false;
const mockApi: Pick<Api, 'send' | 'delete'> = {
  send: async (_method, _url, _body, options) => {
    mockSent.push(options?.idempotencyKey);
    if (mockIsLost) throw Object.assign(new Error('lost'), { status: 400 });
    return { model: { removed: 1 }, records: [] } as never;
  },
  delete: async (url) => {
    mockDeleted.push(url);
    return undefined as never;
  },
};
const mockDeleted: string[] = [];

interface Props {
  children?: ReactNode;
  onClick?: () => unknown;
  onSubmit?: (event: { preventDefault(): void }) => unknown;
}
interface TableProps {
  rows: object[];
  columns: { render: (row: object | undefined, index: number) => ReactNode }[];
}
const mockCards: ReactNode[] = [];
const mockButtons: Props[] = [];
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  RequireRole: ({ children }: Props) => children,
  useApi: () => mockApi,
  useParams: () => ({ code: 'SMUGGLING' }),
  useQueryClient: () => ({ invalidateQueries: async () => undefined }),
  Card: ({ children }: Props) => {
    mockCards.push(children);
    return children;
  },
  Button: (props: Props) => {
    mockButtons.push(props);
    return props.children;
  },
}));

const elementsIn = (node: ReactNode): ReactElement<Props>[] =>
  Children.toArray(node).flatMap((child) => (isValidElement<Props>(child) ? [child, ...elementsIn(child.props.children)] : []));

const draw = (screen: ReactNode) =>
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/staff/lane-rules/watch-lists/SMUGGLING">{screen}</StaticRouter>
    </KitProviders>,
  );

function drawScreen() {
  draw(<WatchListScreen />);
  const form = elementsIn(mockCards[0]).find(({ type }) => type === 'form');
  return {
    add: () => form?.props.onSubmit?.({ preventDefault: () => undefined }),
    remove: () => mockButtons.find(({ children }) => String([children].flat()[0]) === 'Take persons off')?.onClick?.(),
    takeOff: () => takeOff(true),
  };
}

/** Presses "Take off" beside the first person, and answers the question. @returns the question */
function takeOff(sure: boolean): string {
  let question: ReactNode;
  let isPressed = false;
  function Screen() {
    const list = (WatchListScreen() as ReactElement<Props>).props.children as ReactElement<object>;
    const page = elementsIn((list.type as (props: object) => ReactNode)(list.props));
    const table = page.find(({ type }) => type === SimpleTable)?.props as unknown as TableProps;
    const dialog = page.find(({ type }) => type === ConfirmDialog)?.props as unknown as ComponentProps<typeof ConfirmDialog> | undefined;
    if (dialog?.open) {
      question = dialog.children;
      if (sure) dialog.onConfirm();
      else dialog.onClose();
    } else if (!isPressed) {
      isPressed = true;
      const row = elementsIn(table.columns.at(-1)?.render(table.rows[0], 0));
      row.find(({ type }) => type === Button)?.props.onClick?.();
    }
    return null;
  }
  draw(<Screen />);
  return draw(question);
}

it('asks before a person is taken off the list, because what was sent cannot be read again', () => {
  mockDeleted.length = 0;
  expect(takeOff(false)).toContain('What was sent cannot be read again.');
  expect(mockDeleted).toEqual([]);
  takeOff(true);
  expect(mockDeleted).toEqual(['/v1/watch-lists/SMUGGLING/entries/E1']);
});

it.each(['remove', 'takeOff'] as const)('a person is added again after "%s" by another call, though the answer to the first one was lost', async (undo) => {
  const screen = drawScreen();
  mockSent.length = 0;
  mockIsLost = true;
  await screen.add();
  await screen.add();
  mockIsLost = false;
  await screen[undo]();
  await screen.add();
  const [first, repeated] = mockSent;
  expect([first, repeated]).toEqual([expect.any(String), first]);
  expect(mockSent.at(-1)).not.toBe(first);
});
