import { asProblem, FailurePanel, keepPreviousData, LaneChip, Link, SimpleTable, StatusTag, useApi, useQuery, useText } from '@portal/web-kit';
import { PageSteps } from '@portal/web-kit/staff';
import { useState } from 'react';
import type { ImportedPerson, ImportFault } from 'svc-declarations/contract';
import { arrivals } from '../shared/declaration.api.ts';
import { pageSizes, readPeople, readRefused } from './import.api.ts';
import { t } from './texts.ts';

/** Table of the errors by row and column, 20 rows a page. */
export function RefusedTable({ id, count }: { id: string; count: number }) {
  const text = useText();
  const api = useApi();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['imports', id, 'refused', page, count],
    queryFn: ({ signal }) => readRefused(api, id, page, signal),
    placeholderData: keepPreviousData,
  });
  if (error) return <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />;
  const faults = (data?.records ?? []).flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })));
  return (
    <>
      <SimpleTable<ImportFault & { row: number }>
        caption={t.wrongTable}
        captionHidden
        cards
        rows={faults}
        rowKey={({ row, column }, index) => `${row} ${column} ${index}`}
        columns={[
          { title: t.row, numeric: true, render: ({ row }) => row },
          { title: t.column, render: ({ column, label }) => <Column name={column} label={label} /> },
          { title: t.value, render: ({ value }) => (value ? <code className="portal-imports__value">{value}</code> : <em>{text(t.empty)}</em>) },
          { title: t.whatToDo, render: ({ message }) => message },
        ]}
      />
      <PageSteps page={page} pages={Math.ceil(count / pageSizes.refused)} onPage={setPage} />
    </>
  );
}

function Column({ name, label }: { name: string; label: string }) {
  const text = useText();
  return (
    <span>
      {label || name || text(t.wholeRow)} {label ? <span className="portal-muted">{name}</span> : null}
    </span>
  );
}

/** Table of the people who are registered, 200 a page. */
export function PeopleTable({ id, count }: { id: string; count: number }) {
  const api = useApi();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['imports', id, 'people', page, count],
    queryFn: ({ signal }) => readPeople(api, id, page, signal),
    placeholderData: keepPreviousData,
  });
  if (error) return <FailurePanel problem={asProblem(error)} retry={() => void refetch()} />;
  return (
    <>
      <SimpleTable<ImportedPerson>
        caption={t.peopleTable}
        captionHidden
        cards
        rows={data?.records ?? []}
        rowKey={({ row }) => String(row)}
        columns={[
          { title: t.row, numeric: true, render: ({ row }) => row },
          {
            title: t.name,
            render: ({ id, name }) => (
              // The page with the code, where the agent updates the declaration.
              <Link className="govuk-link" to={`${arrivals.publicBase}/qr/${id}`}>
                {name}
              </Link>
            ),
          },
          { title: t.reference, render: ({ reference }) => reference },
          { title: t.lane, render: ({ lane }) => <LaneChip lane={lane} /> },
          { title: t.status, render: ({ documentStatus }) => <StatusTag status={documentStatus} /> },
        ]}
      />
      <PageSteps page={page} pages={Math.ceil(count / pageSizes.people)} onPage={setPage} />
    </>
  );
}
