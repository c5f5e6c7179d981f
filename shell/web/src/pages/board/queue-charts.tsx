import { useFormat, useText } from '@portal/web-kit';
import type { Office } from './board-data.ts';
import { ChartCard } from './chart-card.tsx';
import type { KindData } from './kind-data.ts';
import { before, between, equals } from './list-link.ts';

/** Chart of the cases that wait now, by status. */
export function QueuesChart({ data }: { data: KindData }) {
  const text = useText();
  const format = useFormat();
  const { title, numbers, own } = data;
  const at = (time: string | null): string => (time ? `${format.shortDate(time)} ${format.time(time)}` : '');
  return (
    <ChartCard
      title={text('board.queues')}
      of={title}
      none="board.noneNow"
      rowTitle={text('board.statusOne')}
      lying
      series={[
        { name: text('board.waiting'), tone: 'blue' },
        { name: text('board.overdue'), tone: 'amber' },
        { name: text('board.unlimited'), tone: 'grey' },
      ]}
      moreTitles={[text('board.oldest')]}
      rows={own(numbers.office.queues).map((queue) => {
        const { unlimited = 0 } = queue;
        return {
          name: queue.statusName,
          values: [queue.count - queue.overdue - unlimited, queue.overdue, unlimited],
          links: queueLinks(queue, data),
          more: [at(queue.oldest)],
        };
      })}
    />
  );
}

/** Returns the addresses of the cases of a queue: in time, overdue, and without a time limit. */
function queueLinks(queue: Office['queues'][number], { to, counted, mine }: KindData): (string | undefined)[] {
  const waiting = [equals('documentStatus', queue.status), between('stepSince', { from: null, to: counted }), mine];
  return [
    // A service of an earlier release counts cases without a due time as in time. Then only late cases need a condition on the due time.
    to(...waiting, queue.unlimited !== undefined || queue.overdue > 0 ? between('dueAt', { from: counted, to: null }) : null),
    to(...waiting, between('dueAt', { from: null, to: before(counted) })),
    to(...waiting, equals('dueAt', '')),
  ];
}

/** Chart of the cases that wait now, by the time in their step. */
export function AgesChart({ data: { title, numbers, own, to, counted, mine } }: { data: KindData }) {
  const text = useText();
  return (
    <ChartCard
      title={text('board.ages')}
      of={title}
      none="board.noneNow"
      rowTitle={text('board.age')}
      lying
      series={[{ name: text('board.count'), tone: 'navy' }]}
      rows={(numbers.ages.ages ?? []).map(({ age, from, to: until }) => ({
        name: text(`board.ageNames.${age.replace('+', '')}`),
        values: [own(numbers.ages.records).find((row) => row.age === age)?.count ?? 0],
        links: [to(between('stepSince', { from, to: until ?? counted }), mine)],
      }))}
    />
  );
}
