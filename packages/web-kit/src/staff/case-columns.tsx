import { valueAt } from '@portal/contract-kit';
import { useKitText } from '../language/i18n.ts';
import { Due, InStep } from './due.tsx';
import type { ListFilter } from './list-state.ts';
import type { ListColumn } from './list-table.tsx';
import type { QueueName } from './views/queues.ts';

interface CaseColumns<Row> {
  columns: ListColumn<Row>[];
  filters: readonly ListFilter[];
  /** Returns the columns for a queue, including when a case is due, how long it has waited, and who has it. */
  columnsIn(queue: QueueName | undefined): ListColumn<Row>[];
}

/** By queue: the column that the queue hides, because its value is the same in every row. */
const needless: Partial<Record<QueueName, string>> = { MINE: 'assignee.name', UNASSIGNED: 'assignee.name', APPLICANT: 'dueAt' };

/** Columns that are optional in a queue, because they matter less there than how long a case has waited and who has it. */
const lessInQueues: ReadonlySet<string> = new Set([
  'documentCreatedAt',
  'serialReference.date',
  'driverName',
  'crossName',
  'flightDetails.code',
  'storageReference.reference',
]);

const textAt = (row: object, path: string): string | undefined => {
  const value = valueAt(row, path);
  return typeof value === 'string' ? value : undefined;
};

/** Returns the list's own columns and filters together with those that every list of cases has. */
export function useCaseColumns<Row extends object>(
  columns: readonly ListColumn<Row>[],
  filters: readonly ListFilter[],
  cases: boolean,
  now: number,
): CaseColumns<Row> {
  const kit = useKitText();
  if (!cases) return { columns: [...columns], filters, columnsIn: () => [...columns] };
  const [due, step, assignee] = [kit('list.due'), kit('list.inStep'), kit('list.assignee')];
  const assignees = [
    { code: 'ME', name: kit('list.mine') },
    { code: 'NONE', name: kit('list.nobody') },
  ];
  const work: ListColumn<Row>[] = [
    { field: 'dueAt', title: due, width: 16, sortBy: 'dueAt', optional: true, render: (row) => <Due at={textAt(row, 'dueAt')} now={now} /> },
    {
      field: 'stepSince',
      title: step,
      width: 11.5,
      sortBy: 'stepSince',
      optional: true,
      render: (row) => <InStep since={textAt(row, 'stepSince')} now={now} />,
    },
    { field: 'assignee.name', title: assignee, width: 9, optional: true },
  ];
  const date = { dataType: 'DATE', operations: ['LTE', 'GTE', 'EQ'], type: 'date' } as const;
  return {
    columns: [...columns, ...work],
    filters: [
      ...filters,
      { field: 'documentCreatedAt', label: kit('list.createdAt'), ...date },
      { field: 'dueAt', label: due, ...date },
      { field: 'stepSince', label: kit('list.stepSince'), ...date },
      { field: 'escalatedAt', label: kit('list.escalated'), ...date },
      { field: 'assignee', label: assignee, dataType: 'TEXT', operations: ['EQ', 'NEQ'], type: 'select', records: assignees },
      { field: 'queue', label: kit('views.tabs'), dataType: 'TEXT', operations: ['EQ'], type: 'text', tab: true },
    ],
    columnsIn: (queue) => [
      ...columns.map((column) => (queue && lessInQueues.has(column.field) ? { ...column, optional: true } : column)),
      ...work.map((column) => (queue && needless[queue] !== column.field ? { ...column, optional: false } : column)),
    ],
  };
}
