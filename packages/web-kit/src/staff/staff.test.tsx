import type { BlockedAction, HistoryResponse, ListResult, OfferedAction } from '@portal/contract-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router-dom';
import { createApi } from '../api/api.ts';
import { ApiProblem } from '../api/problem.ts';
import { eq } from '../catalogue/criteria.ts';
import { FeesTable } from '../document/fees-table.tsx';
import { formatDateTime } from '../language/format.ts';
import { addText } from '../language/i18n.ts';
import { seedSession } from '../session/session-store.ts';
import { ActionPanel, ActionsTable, DocumentList, DocumentPage, HistoryDialog, RequirementTable, StaleDialog } from './index.ts';

// One part of the combobox library exists only as an ES module, and nothing scrolls in this test.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

interface Row {
  id: string;
  serialReference: { reference: string };
  documentStatus: string;
}

addText('kit', 'status.VERIFIED', { en: 'Verified', pt: 'Verificada' });

const signedInAs = (...roles: string[]) => seedSession({ user: { name: 'Ana', email: 'ana@example.org' }, roles, agencies: [], csrfToken: 't' });

function draw(screen: ReactNode, { at = '/list', known = [] as [unknown[], unknown][] } = {}): string {
  const client = new QueryClient();
  for (const [key, data] of known) client.setQueryData(key, data);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
}

const list = (
  <DocumentList<Row>
    title={{ en: 'Arrivals', pt: 'Chegadas' }}
    api="/api/declarations"
    search="/v1/traveller/declaration/search"
    columns={[
      { field: 'serialReference.reference', title: 'Reference', link: (row) => `/view/${row.id}`, sortBy: 'serialReference.reference' },
      { field: 'documentStatus', title: 'Status', type: 'status' },
    ]}
    filters={[
      { field: 'documentStatus', label: 'Status', dataType: 'TEXT', operations: ['EQ', 'IN'], type: 'select', records: [{ code: 'CREATED', name: 'Created' }] },
    ]}
    preset={[eq('documentStatus', 'CREATED')]}
    readRoles={['reader']}
    searchRoles={['searcher']}
    history={(row) => `/v1/x/${row.id}/history`}
    links={[{ to: '/new', label: 'New one', roles: ['creator'] }]}
  />
);
const query = { criteria: [eq('documentStatus', 'CREATED')], paging: { page: 1, size: 25 } };
const answer = (totalRecords: number): [unknown[], unknown] => [
  ['list', '/api/declarations', '/v1/traveller/declaration/search', query],
  {
    records: totalRecords ? [{ id: 'a', serialReference: { reference: 'ARR-2026-0000001' }, documentStatus: 'CREATED' }] : [],
    totalRecords,
  } satisfies ListResult<Row>,
];

describe('a list of documents', () => {
  it('links the reference and the history for whoever may read, and filters for whoever may search', () => {
    signedInAs('reader', 'searcher', 'creator');
    const html = draw(list, { known: [answer(30)] });
    expect(html).toContain('href="/view/a?list=%2Flist"');
    expect(html).toContain('aria-label="History ARR-2026-0000001"');
    expect(html).toContain('30 records');
    expect(html).toContain('Page 1 of 2');
    expect(html).toContain('Remove filter Status is Created');
    expect(html).toContain('New one');
    expect(html).toContain('Filter (1)');
  });

  it('shows its rows before all that match are counted, and then how many they are', () => {
    signedInAs('reader', 'searcher');
    const [key, rows] = answer(5_000);
    const whole = draw(list, { known: [answer(5_000)] });
    expect([whole.includes('5,000 records'), whole.includes('Page 1 of 200<')]).toEqual([true, true]);
    const first: [unknown[], unknown] = [key, { ...(rows as object), atLeast: true }];
    const html = draw(list, { known: [first] });
    expect(html).toContain('ARR-2026-0000001');
    expect([html.includes('More than 5,000 records'), html.includes('Page 1 of 200+')]).toEqual([true, true]);
    const total: [unknown[], unknown] = [
      ['work-counts', '/api/declarations', '/v1/traveller/declaration/search', { criteria: query.criteria }],
      answer(7_777)[1],
    ];
    const counted = draw(list, { known: [first, total] });
    expect([counted.includes('7,777 records'), counted.includes('Page 1 of 312<')]).toEqual([true, true]);
  });

  it('shows the rows without ways to open them to whoever may only search', () => {
    signedInAs('searcher');
    const html = draw(list, { known: [answer(1)] });
    expect(html).toContain('ARR-2026-0000001');
    expect(html).not.toContain('href="/view/');
    expect(html).not.toContain('New one');
    expect(html).not.toContain('Page 1');
  });

  it('holds the place of the rows while they are on their way, and says when there are none', () => {
    signedInAs('reader');
    expect(draw(list)).toContain('portal-list__skeleton');
    expect(draw(list, { known: [answer(0)] })).toContain('No records match the filter');
  });
});

describe('a history', () => {
  it('tells steps in words and colours, with planned and taken time', () => {
    const request = { isTimeline: true, isAscending: true, fillMissingTimelineStatuses: true, useDynamicPaths: false };
    const step = {
      documentActionId: '',
      documentAction: 'Verify',
      documentStatus: 'PENDING',
      documentUpdatedAt: null,
      documentUserName: null,
      documentVersion: null,
      estimatedTimeMinutes: 90,
      actualTimeMinutes: -1,
    };
    const response: HistoryResponse = {
      order: 'ASC',
      type: 'TIMELINE',
      documentActions: [
        {
          ...step,
          documentAction: 'Register',
          documentStatus: 'COMPLETED',
          documentUpdatedAt: '2026-03-27T10:00:00',
          documentUserName: 'Ana',
          documentVersion: 1,
          actualTimeMinutes: 59,
        },
        step,
      ],
    };
    const html = draw(<HistoryDialog api="/api/x" url="/v1/x/1/history" title="ARR-1" open onClose={() => undefined} />, {
      known: [[['history', '/api/x', '/v1/x/1/history', request], response]],
    });
    expect(html).toMatch(/portal-timeline__item--green.*Register.*Completed.*by Ana.*Version 1.*1\.5 h.*59 min/s);
    expect(html).toMatch(/portal-timeline__item--red.*Verify.*Pending.*---/s);
  });
});

describe('a document', () => {
  const action = (name: string, more: Partial<OfferedAction> = {}): OfferedAction => ({
    name,
    label: name,
    method: 'POST',
    url: `/v1/x/1/actions/${name}`,
    modes: ['*'],
    kind: 'submit',
    hideOnSubmit: false,
    commentRequired: false,
    ...more,
  });

  it('offers its actions beside the summary, with choices and one comment', () => {
    const envelope = {
      model: { id: '1', version: 2, documentStatus: 'ARRIVED' },
      actions: [
        action('decision'),
        action('rejection', { commentRequired: true }),
        action('edit', { kind: 'navigate' }),
        action('open-termination', { kind: 'navigate' }),
        action('print', { kind: 'download', method: 'GET' }),
        action('approval', { modes: ['approval'] }),
      ],
    };
    const html = draw(
      <DocumentPage
        title="Ana Silva"
        status="ARRIVED"
        summary={<p>Summary</p>}
        panel={
          <ActionPanel
            api={createApi('/api/x')}
            envelope={envelope}
            mode="view"
            choices={{ decision: [{ code: 'CLEARED', name: 'Cleared' }] }}
            navigate={{ edit: (id) => `/edit/${id}`, 'open-termination': (id) => `/termination/${id}` }}
            onDone={() => undefined}
          />
        }
      />,
    );
    expect(html).toContain('value="CLEARED"');
    expect(html).toContain('Needed for: rejection');
    expect(html).toMatch(/govuk-button--warning[^>]*>rejection/);
    expect(html).toContain('href="/edit/1"');
    // The link to the page of an action that ends the document has the warning style too.
    expect(html).toMatch(/govuk-button--warning[^>]*>open-termination/);
    expect(html).not.toMatch(/govuk-button--warning[^>]*>edit/);
    expect(html).toContain('>print<');
    expect(html).not.toContain('>approval<');
  });

  const panel = (mode: string, actions: OfferedAction[], blocked?: BlockedAction[]) =>
    draw(<ActionPanel api={createApi('/api/x')} envelope={{ model: { id: '1', version: 2 }, actions, blocked }} mode={mode} onDone={() => undefined} />);

  it('says before the click what the same officer may not do, and why, without a button', () => {
    const blocked: BlockedAction[] = [
      { name: 'approval', label: 'Approve', modes: ['approval'], code: 'FOUR_EYES', message: 'Verified by you. Another officer must.' },
      { name: 'issuance', label: 'Issue', modes: ['issuance'], code: 'FOUR_EYES', message: 'Approved by you. Another officer must.' },
    ];
    const html = panel('approval', [], blocked);
    expect(html.replace(/<[^>]*>/g, '')).toContain('Approve: Verified by you. Another officer must.');
    expect(html).not.toContain('Issue');
    expect(html).not.toContain('<button');
    expect(html).not.toContain('nothing for you to do');
  });

  it('gives a reason that several actions share once, with its time as the reader has it', () => {
    const claim = { assignee: { name: 'Ana' }, since: '2026-11-22T00:30:00' };
    const taken = { modes: ['view'], code: 'CLAIMED' as const, message: 'Ana has had this case since 2026-11-22 00:30 (UTC)', claim };
    const html = panel(
      'view',
      [],
      [
        { name: 'query', label: 'Query', ...taken },
        { name: 'verification', label: 'Verify', ...taken },
      ],
    );
    expect(html.replace(/<[^>]*>/g, '')).toContain(`Query, Verify: Ana has had this case since ${formatDateTime(claim.since)}.`);
    expect(html).not.toContain('UTC');
    expect(html.match(/has had this case/g)).toHaveLength(1);
  });

  it('tells the officer who will read the comment', () => {
    signedInAs('officer');
    const query = action('Query', { commentRequired: true, toApplicant: true });
    const verification = action('Verify');
    expect(panel('view', [query])).toContain('The applicant can read this.');
    expect(panel('view', [verification])).toContain('For staff only.');
    expect(panel('view', [query, verification])).toContain(
      'Needed for: Query. The applicant can read this if you choose: Query. Otherwise it is for staff only.',
    );
    signedInAs();
    expect(panel('view', [verification])).not.toContain('For staff only.');
  });

  it('says who changed it meanwhile, and shows what was typed', () => {
    const problem = new ApiProblem({
      status: 409,
      title: 'Conflict',
      errors: [{ code: 'STALE_VERSION', field: '', message: '' }],
      current: { version: 3, changedBy: 'Rui', changedAt: '2026-03-27T10:00:00', action: 'Verify', documentStatus: 'VERIFIED' },
    });
    const html = draw(<StaleDialog problem={problem} typed="My note" onReload={() => undefined} onClose={() => undefined} />);
    expect(html).toMatch(/Rui did “Verify” on 27 March 2026.*now Verified \(version 3\).*My note/s);
  });

  it('draws its tables', () => {
    const Form = ({ children }: { children: ReactNode }) => (
      <FormProvider {...useForm({ defaultValues: { requirements: [{ id: 'r', description: 'Passport', quantity: 1, accepted: true }] } })}>
        {children}
      </FormProvider>
    );
    expect(
      draw(
        <Form>
          <RequirementTable name="requirements" mode="confirm" />
        </Form>,
      ),
    ).toMatch(/Passport.*Yes.*id="field-requirements-0-confirmed"/s);
    expect(
      draw(
        <FeesTable
          fees={[
            { code: 'P', name: 'Permit', amount: 1050, status: 'PAID' },
            { code: 'E', name: 'Exit', amount: 50, status: 'DUE' },
          ]}
        />,
      ),
    ).toMatch(/Permit.*Paid.*USD\s10\.50.*Exit.*To pay.*Total.*USD\s11\.00/s);
    expect(draw(<FeesTable fees={[{ code: 'C', name: 'Card', amount: 0, status: 'DUE' }]} />)).not.toContain('To pay');
    expect(
      draw(
        <FeesTable
          nothingDue
          fees={[
            { code: 'P', name: 'Permit', amount: 1050, status: 'PAID' },
            { code: 'E', name: 'Exit', amount: 50, status: 'DUE' },
          ]}
        />,
      ),
    ).toMatch(/Permit.*Paid.*USD\s10\.50.*Exit.*>–<.*USD\s0\.50/s);
    expect(
      draw(
        <ActionsTable
          entries={[
            {
              id: '1',
              operation: 'Verify',
              dateTime: '2026-03-27T10:00:00',
              details: 'Fine',
              status: 'VERIFIED',
              user: { name: 'Rui', mobile: '777', email: 'r@x' },
            },
          ]}
        />,
      ),
    ).toMatch(/Mobile No\..*Verify.*Rui.*aria-expanded="false"/s);
  });

  it('tells what an officer did for an applicant at the counter from what the office did', () => {
    const entry = {
      id: '1',
      operation: 'Register',
      dateTime: '2026-03-27T10:00:00',
      details: '',
      status: 'CREATED',
      user: { name: 'Rui', mobile: '', email: '' },
    };
    expect(draw(<ActionsTable entries={[{ ...entry, capacity: 'counter' }]} />)).toContain('at the counter');
    for (const capacity of ['office', 'applicant'] as const) expect(draw(<ActionsTable entries={[{ ...entry, capacity }]} />)).not.toContain('at the counter');
  });
});
