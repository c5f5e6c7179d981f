import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Children, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { useDocument } from '../document/use-document.ts';
import { seedSession } from '../session/session-store.ts';
import { ActionPanel } from './action-panel.tsx';
import type { ActionPanelProps } from './action-panel-props.ts';
import { Notes } from './thread/notes.tsx';
import { SentMessages } from './thread/sent-messages.tsx';
import { Thread } from './thread/thread.tsx';
import { type DocumentPageOptions, type DocumentParts, useDocumentPage } from './use-document-page.tsx';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

/** What the drawn page does with a change by somebody else. The stream itself needs a browser. */
const mockPage: { onChange?: (what: string) => void } = {};
jest.mock('./live/use-live.ts', () => ({
  ...jest.requireActual('./live/use-live.ts'),
  useCasePresence: (_kind: string, _id: string, _version: number, onChange: (what: string) => void) => {
    mockPage.onChange = onChange;
    return { others: [] };
  },
}));

const kind = '/v1/professional';
const model = { id: '1', version: 1, documentStatus: 'CREATED', stepSince: '2026-03-27T10:00:00', serialReference: { reference: 'LIC-1' } };
type Model = typeof model;
const notes = ['notes', kind, '1'];

/** Draws an officer's page of a case. */
function drawn() {
  seedSession({ user: { name: 'Ana' }, roles: ['licence-read'], agencies: [], csrfToken: 't' });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(notes, { records: [], totalRecords: 0 });
  const page: { parts?: DocumentParts; loads: number } = { loads: 0 };
  const Page = () => {
    const form = useForm();
    const contract = { errors: [], clear: () => undefined, show: () => undefined };
    page.parts = useDocumentPage<Model, object>({
      ...({ form: { form, initial: {}, contract, sections: [] }, editing: false, draft: 'x', mode: 'view', document: null } as unknown as DocumentPageOptions<
        Model,
        object
      >),
      kind,
      base: '/licences',
      service: 'Licence',
      envelope: { model, actions: [] },
      officers: 'licence',
      history: 'History',
      thread: { scope: 'professional' },
      reload: () => {
        page.loads += 1;
      },
    });
    return page.parts.panel;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const { summary, panel } = page.parts as DocumentParts;
  return { client, page, parts: [summary, panel], told: (what: string) => mockPage.onChange?.(what) };
}

/** Returns the properties of the elements below that pass. */
function propsOf<Props>(node: ReactNode, passes: (element: { type: unknown; props: object }) => boolean): Props[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return [...(passes(child) ? [child.props as Props] : []), ...propsOf<Props>(child.props.children, passes)];
  });
}

/** Does what the first key that the officer presses in a field does. */
const type = (parts: ReactNode[]): void => {
  for (const { working } of propsOf<{ working: { current: boolean } }>(parts, ({ props }) => 'working' in props)) working.current = true;
};

describe("an officer's page of a case", () => {
  const { location } = globalThis;
  beforeAll(() => void Object.assign(globalThis, { location: { pathname: '/licences' } }));
  afterAll(() => void Object.assign(globalThis, { location }));

  it('is loaded again when somebody else changes the case, but not under what the officer writes', () => {
    const { page, parts, told } = drawn();
    told('changed');
    expect(page.loads).toBe(1);
    type(parts);
    told('changed');
    expect(page.loads).toBe(1);
  });

  it.each<[string, (parts: ReactNode[]) => void]>([
    ['a question', (parts) => propsOf<{ onSent?(): void }>(parts, (element) => element.type === Thread)[0]?.onSent?.()],
    [
      'an action',
      (parts) => {
        const answer = { model: { ...model, version: 2 }, actions: [] } as DocumentEnvelope<Model>;
        propsOf<ActionPanelProps<Model>>(parts, (element) => element.type === ActionPanel)[0]?.onDone(answer, { name: 'note', label: 'Note' } as OfferedAction);
      },
    ],
  ])('is loaded again on changes after %s was sent', (_what, send) => {
    const { page, parts, told } = drawn();
    type(parts);
    send(parts);
    told('changed');
    expect(page.loads).toBe(1);
  });

  it('reads the notes again when somebody adds one, also while the officer writes', () => {
    const { client, page, parts, told } = drawn();
    type(parts);
    expect(client.getQueryState(notes)?.isInvalidated).toBe(false);
    told('noted');
    expect([client.getQueryState(notes)?.isInvalidated, page.loads]).toEqual([true, 0]);
  });
});

it("an officer's page of a case that reads itself again does not extend the session of an officer who has left", async () => {
  const sent: string[] = [];
  const call = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
    sent.push(`${url} ${new Headers(request?.headers).get('x-background')}`);
    return new Response('{}');
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Page = () => {
    useDocument(kind, '1');
    return (
      <>
        <Notes kind={kind} id="1" />
        <SentMessages kind={kind} id="1" version={1} />
        <Thread kind={kind} envelope={{ model, actions: [] }} scope="professional" />
      </>
    );
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (const part of ['document', 'notes', 'messages', 'thread'])
    await client
      .getQueryCache()
      .find({ queryKey: [part], exact: false })
      ?.fetch();
  call.mockRestore();
  expect(sent).toEqual(['document', 'notes', 'messages', 'thread'].map((part) => `${kind}/1/${part} 1`));
});
