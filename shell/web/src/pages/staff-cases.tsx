import { Button, background, Link, type ListResult, useQueries, useText } from '@portal/web-kit';
import { useQueueChanges } from '@portal/web-kit/live';
import { Due, useMinute } from '@portal/web-kit/staff';
import { useEffect, useRef } from 'react';
import type { Area, MenuEntry } from '../area.ts';
import { shellApi } from '../areas/clients.ts';
import { inQueue, listOf, type QueueName } from '../layout/staff-menu.ts';
import { lateAt, notLateAt, type QueuePart, restLinks, wholeQueue } from './rest-links.ts';

/** Largest number of cases of a queue that the table shows. The lists have all of them. */
const most = 10;

/** A list with queues that the officer may read. */
export interface CaseList {
  area: Area;
  entry: MenuEntry;
}

interface CaseRecord {
  id: string;
  serialReference?: { reference: string };
  dueAt: string | null;
  [name: string]: unknown;
}

/** Loads the cases of a queue from every list, sorted by due time. `down` names the lists that did not answer. */
function useCases(lists: readonly CaseList[], queue: QueueName, parts: readonly QueuePart[]) {
  const asked = lists.flatMap((list) => parts.map((part) => ({ ...list, part })));
  const answers = useQueries({
    queries: asked.map(({ area, entry, part }) => {
      const { path, always, kind } = listOf(area, entry);
      const names = kind?.names ?? [];
      const q = {
        criteria: [...always, inQueue(queue), ...part.conditions],
        sorting: [{ fieldName: 'dueAt', direction: 'ASC' }],
        paging: { page: 1, size: most },
        viewColumns: ['id', 'serialReference.reference', 'dueAt', ...names],
      };
      return {
        // The key leaves out the times of the conditions, so that the cases stay on the page until those for a later time are loaded.
        queryKey: ['cases', area.api, entry.path, queue, part.conditions.map(({ fieldName, operation }) => `${fieldName} ${operation}`)],
        queryFn: async () => {
          const address = `${path}/search?${new URLSearchParams({ q: JSON.stringify(q) })}`;
          const { records, totalRecords } = await shellApi(area.api).get<ListResult<CaseRecord>>(address, { headers: background });
          const cases = records.map((record) => ({
            ...record,
            entry,
            url: `${kind?.screen}/${record.id}`,
            title: names
              .map((name) => record[name] ?? '')
              .join(' ')
              .trim(),
          }));
          return { cases, total: totalRecords };
        },
        staleTime: 5_000,
        retry: false,
      };
    }),
  });
  useQueueChanges(
    lists.flatMap(({ area }) => area.kinds.map(({ path }) => path)),
    () => {
      for (const { refetch } of answers) void refetch();
    },
  );
  const conditions = JSON.stringify(parts.map((part) => part.conditions));
  const { current: shown } = useRef({ conditions });
  useEffect(() => {
    // A page that nobody sees loads nothing. It catches up within a minute of being shown.
    if (shown.conditions === conditions || document.hidden) return;
    shown.conditions = conditions;
    for (const { refetch } of answers) void refetch();
  });
  const data = answers.flatMap((answer) => (answer.data ? [answer.data] : []));
  const last = '9999';
  return {
    cases: data
      .flatMap(({ cases }) => cases)
      .sort((one, two) => ((one.dueAt ?? last) < (two.dueAt ?? last) ? -1 : 1))
      .slice(0, most),
    totals: answers.map((answer, i) => ({ ...(asked[i] as (typeof asked)[number]), total: answer.data?.total ?? 0 })),
    pending: answers.some(({ isPending }) => isPending),
    down: [...new Set(answers.flatMap(({ error, data }, i) => (error && !data ? [(asked[i] as CaseList).entry] : [])))],
    reload: () => {
      for (const { error, refetch } of answers) if (error) void refetch();
    },
  };
}

interface CasesProps {
  lists: readonly CaseList[];
  queue: QueueName;
  /** The parts of the queue whose cases are shown. */
  parts?: readonly QueuePart[];
  title: string;
  /** Key of the text shown instead of an empty table. */
  none: string;
  now: number;
}

/** Table of the cases of a queue from all lists, with links to the rest. */
export function Cases({ lists, queue, parts = wholeQueue, title, none, now }: CasesProps) {
  const text = useText();
  const { cases, totals, pending, down, reload } = useCases(lists, queue, parts);
  const id = `work-${queue.toLowerCase()}`;
  const total = totals.reduce((sum, each) => sum + each.total, 0);
  return (
    <section className="shell-work__area" aria-labelledby={id}>
      <h2 className="govuk-heading-m" id={id}>
        {text(title)}
        {total > 0 ? <span className="shell-work__total"> {total}</span> : null}
      </h2>
      {down.length > 0 ? (
        <div className="govuk-inset-text" role="alert">
          {down.map(({ path, title: list }) => (
            <p key={path} className="govuk-body">
              {text('staff.cases.down', { kind: text(list) })}
            </p>
          ))}
          <Button variant="secondary" small onClick={reload}>
            {text('area.retry')}
          </Button>
        </div>
      ) : null}
      {cases.length > 0 ? (
        <table className="shell-cases">
          <thead>
            <tr>
              <th scope="col">{text('staff.cases.reference')}</th>
              <th scope="col">{text('staff.cases.name')}</th>
              <th scope="col">{text('staff.cases.list')}</th>
              <th scope="col">{text('staff.cases.due')}</th>
            </tr>
          </thead>
          <tbody>
            {cases.map(({ id: each, url, serialReference, title: name, entry, dueAt }) => (
              <tr key={each}>
                <td>
                  <Link className="govuk-link" to={url}>
                    {serialReference?.reference ?? each}
                  </Link>
                </td>
                <td title={name}>{name}</td>
                <td title={text(entry.title)}>{text(entry.title)}</td>
                <td>
                  <Due at={dueAt} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : pending || down.length === 0 ? (
        <p className="govuk-body portal-muted">{text(pending ? 'staff.loading' : none)}</p>
      ) : null}
      {total > cases.length && cases.length > 0 ? (
        <p className="shell-work__queues">
          {restLinks(totals, queue).map(({ to, words, list, count }) => (
            <Link key={to} className="govuk-link" to={to}>
              {text(words, { list: text(list), count })}
            </Link>
          ))}
        </p>
      ) : null}
    </section>
  );
}

/** The tables of the cases that wait: the officer's own, those of the office that are late, and those that nobody has yet. */
export function WaitingCases({ lists }: { lists: readonly CaseList[] }) {
  // All tables use the same time, so that a late case of the office that nobody has is in exactly one of the two. It goes on, because a case becomes late
  // without any change to it.
  const now = useMinute();
  return (
    <>
      <Cases lists={lists} queue="MINE" title="staff.cases.mine" none="staff.cases.noneMine" now={now} />
      <Cases lists={lists} queue="TEAM" parts={lateAt(now)} title="staff.cases.overdue" none="staff.cases.noneOverdue" now={now} />
      <Cases lists={lists} queue="UNASSIGNED" parts={notLateAt(now)} title="staff.cases.next" none="staff.cases.noneNext" now={now} />
    </>
  );
}
