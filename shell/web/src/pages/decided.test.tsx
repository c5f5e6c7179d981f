import { Button, NotificationBanner } from '@portal/web-kit';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import AreaPage from './areas/area.tsx';
import ErasurePage from './erasure.tsx';
import JobsPage from './jobs/jobs.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** What the services answer, and the state of a page, which lasts from one drawing to the next. */
const mockPage = { answer: {} as object, cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useId: () => 'id',
  useState: (first: unknown) => {
    const cell = mockPage.next++;
    if (!(cell in mockPage.cells)) mockPage.cells[cell] = first;
    return [mockPage.cells[cell], (value: unknown) => (mockPage.cells[cell] = value)];
  },
}));
jest.mock('@portal/web-kit', () => ({
  ...jest.requireActual('@portal/web-kit'),
  useParams: () => ({ name: 'mf-trips' }),
  useText: () => (key: string) => key,
  useFormat: () => ({ date: String, dateTime: String }),
  useLanguage: () => ({ language: 'en' }),
  useQuery: () => ({ ...mockPage.answer, refetch: () => undefined }),
  useQueries: () => [{ ...mockPage.answer, refetch: () => undefined }],
}));
jest.mock('../layout/use-registry.ts', () => ({ useRegistry: () => ({ areas: [] }) }));
jest.mock('../layout/staff-menu.ts', () => ({ ...jest.requireActual('../layout/staff-menu.ts'), useErasureKinds: () => [{ area: {}, kind: {} }] }));
jest.mock('./services.ts', () => ({ portalServices: () => [{ name: 'trips', api: '/api/trips', title: 'Trips' }] }));

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
  job: {
    page: JobsPage,
    part: 'Services',
    answer: { data: { topics: [], failed: [], messages: [] } },
    ask: ({ FailedJobs }: Record<string, Part>) => FailedJobs?.props.onAsk?.({ decision: 'retry', what: 'job', id: '1' }),
    decide: ({ DecisionDialog }: Record<string, Part>) => DecisionDialog?.props.onDone?.(),
  },
  area: {
    page: AreaPage,
    part: 'Details',
    answer: { data: { secondPerson: [], versions: [], history: [] } },
    ask: ({ Steps }: Record<string, Part>) => Steps?.props.onAsk?.('stop'),
    decide: ({ DecisionDialog }: Record<string, Part>) => DecisionDialog?.props.onDone?.(),
  },
  'request for erasure': {
    page: ErasurePage,
    part: 'Requests',
    answer: { data: { records: [{ id: '1', dueAt: '' }] } },
    // Without a comment, the answer is refused.
    ask: ({ Request }: Record<string, Part>) => partsOf(Request?.type(Request.props))[Button.name]?.props.onClick?.(),
    decide: ({ Request }: Record<string, Part>) => Request?.props.onAnswered?.('Erased'),
  },
};

it.each(Object.entries(pages))('the keyboard goes on at the news of each decision, whose button is gone: %s', (_, { page, part, answer, ask, decide }) => {
  Object.assign(mockPage, { answer, cells: [] });
  const draw = () => {
    mockPage.next = 0;
    const { type, props } = partsOf(page())[part] as Part;
    return partsOf(type(props));
  };
  const focusAfterDecision = () => {
    ask(draw());
    decide(draw());
    return (draw()[NotificationBanner.name]?.props as ComponentProps<typeof NotificationBanner> | undefined)?.focus;
  };
  const first = focusAfterDecision();
  expect(first).toBeInstanceOf(Object);
  expect(focusAfterDecision()).not.toBe(first);
  // The news is over when the next decision begins, so that it does not stand beside a refusal.
  ask(draw());
  expect(draw()[NotificationBanner.name]).toBeUndefined();
});
