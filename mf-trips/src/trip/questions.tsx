import { SimpleTable, useText } from '@portal/web-kit';
import { QuestionList } from '@portal/web-kit/forms';
import type { QuestionRow, TripDocument } from 'svc-trips/contract';
import { EmptyListMessage } from './empty-list-message.tsx';
import { t } from './texts.ts';

/** The declarations of the document: questions to answer, or the answers as read-only text. */
export function Questions({ trip, editable }: { trip: Partial<TripDocument>; editable: boolean }) {
  const text = useText();
  const rows: QuestionRow[] = trip.questions ?? [];
  if (rows.length === 0) return <EmptyListMessage trip={trip} none={t.noneAsked} />;
  if (editable) return <QuestionList name="questions" legend={t.questions} />;
  return (
    <SimpleTable
      caption={t.answersTable}
      captionHidden
      rows={rows}
      rowKey={(row, index) => row.id ?? String(index)}
      columns={[
        { title: t.question, render: (row) => <span className="portal-lines">{`${row.rank ?? ''}. ${row.description ?? ''}`}</span> },
        { title: t.answer, render: (row) => text(row.accepted ? t.yes : row.declined ? t.no : t.notAnswered) },
      ]}
    />
  );
}
