import { type Api, KitProviders } from '@portal/web-kit';
import { StaticRouter } from '@portal/web-kit/prerender';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
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
  delete: async () => undefined as never,
};

interface Props {
  children?: ReactNode;
  onClick?: () => unknown;
  onSubmit?: (event: { preventDefault(): void }) => unknown;
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

function drawScreen() {
  renderToStaticMarkup(
    <KitProviders name="declarations">
      <StaticRouter location="/staff/lane-rules/watch-lists/SMUGGLING">
        <WatchListScreen />
      </StaticRouter>
    </KitProviders>,
  );
  const form = elementsIn(mockCards[0]).find(({ type }) => type === 'form');
  const press = (words: string) => mockButtons.find(({ children }) => String([children].flat()[0]) === words)?.onClick?.();
  return {
    add: () => form?.props.onSubmit?.({ preventDefault: () => undefined }),
    remove: () => press('Take persons off'),
    takeOff: () => press('Take off'),
  };
}

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
