import { useText } from '@portal/web-kit';
import type { BarTone } from './bar-chart.tsx';
import { byHourOfDay } from './board-data.ts';
import { ChartCard, type ChartRow } from './chart-card.tsx';
import { type KindData, shareOf } from './kind-data.ts';
import { actionsLink, equals, hoursOfDay } from './list-link.ts';

const laneTones: Record<string, BarTone> = { GREEN: 'green', RED: 'red' };
const mostPoints = 12;

const byCount = (a: ChartRow, b: ChartRow): number => (b.values[0] ?? 0) - (a.values[0] ?? 0);

/** Chart of what is new, by the hour of the day and by lane. */
export function HoursChart({ data: { kind, title, numbers, own, isOwn, to } }: { data: KindData }) {
  const text = useText();
  const { records, span, timeZone } = numbers.hours;
  const lanes = byHourOfDay(own(records), timeZone);
  const laneName = (lane: string): string => (lane === '' ? text('board.noLane') : text(`board.${lane}`));
  const laneList = [...lanes.keys()].sort();
  const hasLane = laneList.some((each) => each !== '');
  /** Returns the address of the list for an hour of the day and a lane, or for the hour alone if the kind has no lanes. */
  const atHour = (hour: number, lane: string): string | undefined => {
    const hours = hoursOfDay(span, hour, timeZone);
    if (hours.length === 0) return undefined;
    if (isOwn) return actionsLink(kind, { hours: hours.join(','), lane });
    return to({ fieldName: 'documentCreatedAt', operation: 'IN', values: hours }, hasLane ? equals('lane', lane) : null);
  };
  return (
    <ChartCard
      title={text(hasLane ? 'board.hours' : 'board.hoursOnly')}
      of={title}
      rowTitle={text('board.hour')}
      series={laneList.map((lane) => ({ name: laneName(lane), tone: laneTones[lane] ?? 'blue' }))}
      rows={
        laneList.length === 0
          ? []
          : Array.from({ length: 24 }, (_, hour) => ({
              name: `${String(hour).padStart(2, '0')}:00`,
              values: laneList.map((lane) => lanes.get(lane)?.[hour] ?? 0),
              links: laneList.map((lane) => atHour(hour, lane)),
            }))
      }
    />
  );
}

/** Chart of what was registered in the period, by status. */
export function StatusChart({ data: { title, numbers, own, isOwn, to, toActions, registered } }: { data: KindData }) {
  const text = useText();
  const statuses = own(numbers.statuses.records);
  const names = new Map(statuses.map(({ status, statusName }) => [status, statusName]));
  return (
    <ChartCard
      title={text('board.status')}
      of={title}
      rowTitle={text('board.statusOne')}
      lying
      series={[{ name: text('board.count'), tone: 'blue' }]}
      rows={statuses
        .map(({ status, count }) => ({
          name: names.get(status ?? '') ?? status ?? '',
          values: [count],
          links: [isOwn ? toActions({ status: status ?? '' }) : to(equals('documentStatus', status ?? ''), registered)],
        }))
        .sort(byCount)}
    />
  );
}

interface EntryPointChartProps {
  data: KindData;
  /** The field that has the entry point. */
  field: string;
  nameOf: (code: string) => string;
}

/** Chart of what was registered in the period, by entry point. */
export function EntryPointChart({ data: { title, numbers, own, isOwn, to, toActions, registered }, field, nameOf }: EntryPointChartProps) {
  const text = useText();
  return (
    <ChartCard
      title={text('board.entryPoint')}
      of={title}
      rowTitle={text('board.entryPointOne')}
      lying
      series={[{ name: text('board.count'), tone: 'blue' }]}
      rows={own(numbers.points.records)
        .map(({ entryPoint, count }) => ({
          name: entryPoint ? nameOf(entryPoint) : text('board.noPoint'),
          values: [count],
          links: [isOwn ? toActions({ entryPoint: entryPoint ?? '' }) : to(equals(field, entryPoint ?? ''), registered)],
        }))
        .sort(byCount)}
      most={mostPoints}
    />
  );
}

/** Chart of the actions in the period, by officer. */
export function OfficersChart({ data: { title, numbers, own, toActions } }: { data: KindData }) {
  const text = useText();
  return (
    <ChartCard
      title={text('board.officers')}
      of={title}
      rowTitle={text('board.officer')}
      lying
      series={[{ name: text('board.figures.actions'), tone: 'navy' }]}
      rows={own(numbers.officers.records)
        .map(({ officer, userName, count }) => ({ name: officer ?? '', values: [count], links: userName ? [toActions({ user: userName })] : [] }))
        .sort(byCount)}
    />
  );
}

/** Chart of the steps that were done in the period, in time and late. */
export function OnTimeChart({ data: { title, numbers, own, toActions } }: { data: KindData }) {
  const text = useText();
  return (
    <ChartCard
      title={text('board.onTime')}
      of={title}
      rowTitle={text('board.step')}
      lying
      series={[
        { name: text('board.inTime'), tone: 'green' },
        { name: text('board.late'), tone: 'amber' },
      ]}
      moreTitles={[text('board.share')]}
      rows={own(numbers.office.steps).map(({ action, actionName, done, onTime }) => ({
        name: actionName,
        values: [onTime, done - onTime],
        links: [toActions({ action, done: 'onTime' }), toActions({ action, done: 'late' })],
        more: [shareOf(onTime, done)],
      }))}
    />
  );
}
