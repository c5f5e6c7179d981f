import type { OfferedAction } from '@portal/contract-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import type { Api } from '../api/api.ts';
import { createQueryClient } from '../query.ts';
import { ActionPanel } from './action-panel.tsx';
import type { ActionPanelProps } from './action-panel-props.ts';
import type { QuestionForm } from './thread/question-form.tsx';
import { Thread } from './thread/thread.tsx';
import { type DocumentPageOptions, useDocumentPage } from './use-document-page.tsx';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** The state of a page, which lasts from one drawing to the next. */
const mockState = { cells: [] as unknown[], next: 0 };
jest.mock('react', () => ({
  ...jest.requireActual('react'),
  useState: (first: unknown) => {
    const cell = mockState.next++;
    if (!(cell in mockState.cells)) mockState.cells[cell] = typeof first === 'function' ? first() : first;
    const set = (value: unknown) => {
      mockState.cells[cell] = typeof value === 'function' ? value(mockState.cells[cell]) : value;
    };
    return [mockState.cells[cell], set];
  },
}));
const mockPressed: (() => unknown)[] = [];
jest.mock('../components/button.tsx', () => ({
  ...jest.requireActual('../components/button.tsx'),
  Button: ({ onClick }: { onClick: () => unknown }) => {
    mockPressed.push(onClick);
    return null;
  },
}));
let mockQuestion: ComponentProps<typeof QuestionForm>;
jest.mock('./thread/question-form.tsx', () => ({
  QuestionForm: (props: typeof mockQuestion) => {
    mockQuestion = props;
    return jest.requireActual('./thread/question-form.tsx').QuestionForm(props);
  },
}));

const cache = createQueryClient();
const kind = '/v1/professional';
const model = { id: '1', version: 1, documentStatus: 'CREATED', serialReference: { reference: 'LIC-1' } };
const act: OfferedAction = {
  name: 'act',
  label: 'Act',
  kind: 'submit',
  method: 'POST',
  url: '/v1/act',
  modes: ['*'],
  hideOnSubmit: false,
  commentRequired: false,
};

const isPanel = (node: ReactNode): node is ReactElement<ActionPanelProps<typeof model>> => isValidElement(node) && node.type === ActionPanel;

/** The address of the page to which a change led. */
const arrived = { pathname: '/', state: { done: { name: 'edit', label: 'Change' } } };

/** Draws a part of a page, with its state from the drawing before. */
function draw(part: ReactNode): string {
  mockState.next = 0;
  mockPressed.length = 0;
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[arrived]}>{part}</MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('the news of what was done is over when the next attempt begins', () => {
  beforeEach(() => {
    mockState.cells = [];
  });

  it('of an action, also if a comment is missing', async () => {
    const panel = (commentRequired: boolean) => {
      const api = { prefix: '/api/x', send: async () => ({ model, actions: [] }) } as unknown as Api;
      return draw(<ActionPanel api={api} envelope={{ model, actions: [{ ...act, commentRequired }] }} mode="view" submitted onDone={() => undefined} />);
    };
    panel(false);
    await mockPressed[0]?.();
    expect(panel(true)).toContain('actions.done');
    await mockPressed[0]?.();
    expect(panel(true)).toMatch(/^(?!.*actions\.done).*actions\.commentRequired/);
  });

  it('of an action that led to the page of its document', () => {
    let panel: ActionPanelProps<typeof model> | undefined;
    function Page() {
      const form = useForm();
      const contract = { errors: [], clear: () => undefined, show: () => undefined };
      const options = {
        form: { form, initial: {}, contract, sections: [] },
        editing: false,
        draft: 'x',
        mode: 'view',
        document: null,
        kind,
        base: '/licences',
      };
      const page = useDocumentPage<typeof model, object>({
        ...(options as unknown as DocumentPageOptions<typeof model, object>),
        service: 'Licence',
        envelope: { model, actions: [] },
        done: ({ label }) => `${label} done`,
        reload: () => undefined,
      });
      panel = Children.toArray((page.panel as ReactElement<{ children: ReactNode }>).props.children).find(isPanel)?.props;
      return page.summary;
    }
    expect(draw(<Page />)).toContain('Change done');
    panel?.onErrors?.([{ field: 'comment', message: 'Enter a comment' }]);
    expect(draw(<Page />)).not.toContain('Change done');
  });

  it('of a question to the applicant', async () => {
    const thread = () => draw(<Thread kind={kind} envelope={{ model, actions: [{ ...act, thread: 'question', commentRequired: true }] }} scope="x" />);
    thread();
    mockQuestion.onDone({ model, actions: [] });
    expect(thread()).toContain('thread.asked');
    await mockPressed.at(-1)?.();
    expect(thread()).toMatch(/^(?!.*thread\.asked).*thread\.writeQuestion/);
  });
});
