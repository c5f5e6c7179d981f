import { Heading, InsetText, recordName, useCatalogue, useFormat, useLanguage, useText } from '@portal/web-kit';
import type { DocumentKind } from '../../area.ts';
import type { BarTone } from './bar-chart.tsx';
import { type AreaNumbers, byHourOfDay, type Row } from './board-data.ts';
import { ChartCard, type ChartRow } from './chart-card.tsx';
import { actionsLink, before, between, type Criterion, equals, hasWholeHours, hoursOfDay, listLink } from './list-link.ts';

const laneTones: Record<string, BarTone> = { GREEN: 'green', RED: 'red' };
const mostPoints = 12;

/** All charts of one kind of document. */
export function KindCharts({ kind, numbers }: { kind: DocumentKind; numbers: AreaNumbers }) {
  const text = useText();
  const format = useFormat();
  const { language } = useLanguage();
  const points = useCatalogue('entry-points');
  const title = text(kind.title);
  const own = <T extends { kind: string }>(rows: readonly T[]): T[] => rows.filter((row) => row.kind === kind.statistics);
  const standing = numbers.statuses.kinds.find((each) => each.kind === kind.statistics);
  if (!standing) return null;
  const isOwn = standing.officers === 'ME';
  const { office } = numbers;
  const counted = office.at ?? new Date().toISOString().slice(0, 19);
  const { span } = numbers.statuses;
  const registered = between('documentCreatedAt', span);
  const to = (...criteria: (Criterion | null)[]): string | undefined =>
    listLink(
      kind,
      criteria.filter((each) => each !== null),
    );
  /** Returns the address of the list of actions in the period. */
  const toActions = (questions: Readonly<Record<string, string | undefined>>): string => actionsLink(kind, { ...span, ...questions });
  /** Condition for the officer's own cases, because an officer's board counts only these. */
  const mine = isOwn ? equals('assignee', 'ME') : null;
  const statusNames = new Map(own(numbers.statuses.records).map(({ status, statusName: name }) => [status, name]));
  const statusName = (status: string): string => statusNames.get(status) ?? status;
  const sum = (rows: readonly Row[]): number => rows.reduce((total, { count }) => total + count, 0);
  const queues = own(office.queues);
  const rules = own(office.laneRules ?? []);
  const steps = own(office.steps);
  const [done, onTime] = [steps.reduce((all, each) => all + each.done, 0), steps.reduce((all, each) => all + each.onTime, 0)];
  const lanes = byHourOfDay(own(numbers.hours.records), numbers.hours.timeZone);
  const laneName = (lane: string): string => (lane === '' ? text('board.noLane') : text(`board.${lane}`));
  const laneList = [...lanes.keys()].sort();
  const hasLane = laneList.some((each) => each !== '');
  /** Returns the address of the list for an hour of the day and a lane, or for the hour alone if the kind has no lanes. */
  const atHour = (hour: number, lane: string): string | undefined => {
    const hours = hoursOfDay(numbers.hours.span, hour, numbers.hours.timeZone);
    if (hours.length === 0) return undefined;
    if (isOwn) return actionsLink(kind, { hours: hours.join(','), lane });
    return to({ fieldName: 'documentCreatedAt', operation: 'IN', values: hours }, hasLane ? equals('lane', lane) : null);
  };
  const pointName = (code: string): string => {
    const record = points.records.find((each) => each.code === code);
    return record ? recordName(record, language) : code;
  };

  const figures: [string, string][] = [
    [text(isOwn ? 'board.figures.actions' : 'board.figures.registered'), format.number(sum(own(numbers.statuses.records)))],
    [text('board.figures.waiting'), format.number(queues.reduce((all, { count }) => all + count, 0))],
    [text('board.figures.overdue'), format.number(queues.reduce((all, each) => all + each.overdue, 0))],
    [text('board.figures.onTime'), done > 0 ? `${Math.round((onTime / done) * 100)} %` : '–'],
  ];
  const at = (time: string | null): string => (time ? `${format.shortDate(time)} ${format.time(time)}` : '');
  const byCount = (a: ChartRow, b: ChartRow): number => (b.values[0] ?? 0) - (a.values[0] ?? 0);

  return (
    <section className="shell-board__kind" aria-label={title}>
      <Heading level={2}>{title}</Heading>
      {isOwn ? <InsetText>{text('board.own')}</InsetText> : null}
      {numbers.statuses.incomplete ? <InsetText>{text('board.incomplete')}</InsetText> : null}
      <dl className="shell-board__figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="shell-board__charts">
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
          rows={queues.map((queue) => {
            const { unlimited = 0 } = queue;
            const waiting = [equals('documentStatus', queue.status), between('stepSince', { from: null, to: counted }), mine];
            return {
              name: queue.statusName,
              values: [queue.count - queue.overdue - unlimited, queue.overdue, unlimited],
              links: [
                // A service of an earlier release counts cases without a due time as in time. Then only late cases need a condition on the due time.
                to(...waiting, queue.unlimited !== undefined || queue.overdue > 0 ? between('dueAt', { from: counted, to: null }) : null),
                to(...waiting, between('dueAt', { from: null, to: before(counted) })),
                to(...waiting, equals('dueAt', '')),
              ],
              more: [at(queue.oldest)],
            };
          })}
        />
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
        {hasWholeHours(numbers.hours.timeZone) ? (
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
        ) : null}
        <ChartCard
          title={text('board.status')}
          of={title}
          rowTitle={text('board.statusOne')}
          lying
          series={[{ name: text('board.count'), tone: 'blue' }]}
          rows={own(numbers.statuses.records)
            .map(({ status, count }) => ({
              name: statusName(status ?? ''),
              values: [count],
              links: [isOwn ? toActions({ status: status ?? '' }) : to(equals('documentStatus', status ?? ''), registered)],
            }))
            .sort(byCount)}
        />
        {kind.entryPoint ? (
          <ChartCard
            title={text('board.entryPoint')}
            of={title}
            rowTitle={text('board.entryPointOne')}
            lying
            series={[{ name: text('board.count'), tone: 'blue' }]}
            rows={own(numbers.points.records)
              .map(({ entryPoint, count }) => ({
                name: entryPoint ? pointName(entryPoint) : text('board.noPoint'),
                values: [count],
                links: [isOwn ? toActions({ entryPoint: entryPoint ?? '' }) : to(equals(kind.entryPoint as string, entryPoint ?? ''), registered)],
              }))
              .sort(byCount)}
            most={mostPoints}
          />
        ) : null}
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
          rows={steps.map((step) => ({
            name: step.actionName,
            values: [step.onTime, step.done - step.onTime],
            links: [toActions({ action: step.action, done: 'onTime' }), toActions({ action: step.action, done: 'late' })],
            more: [step.done > 0 ? `${Math.round((step.onTime / step.done) * 100)} %` : '–'],
          }))}
        />
        {own(office.overrides).length > 0 ? (
          <ChartCard
            title={text('board.overrides')}
            of={title}
            rowTitle={text('board.statusOne')}
            lying
            series={[{ name: text('board.count'), tone: 'red' }]}
            rows={own(office.overrides).map(({ lane, status, statusName: name, count }) => ({
              name: text('board.overrideOf', { lane: text(`board.${lane}`), status: name }),
              values: [count],
              links: [isOwn ? toActions({ lane, status }) : to(equals('lane', lane), equals('documentStatus', status), registered)],
            }))}
          />
        ) : null}
        {rules.length > 0 ? (
          <>
            <ChartCard
              title={text('board.laneRules')}
              of={title}
              rowTitle={text('board.laneRule')}
              lying
              note="board.laneRulesNote"
              series={[{ name: text('board.count'), tone: 'red' }]}
              rows={rules.map(({ rule, ruleName, hits }) => ({ name: ruleName, values: [hits], links: [to(equals('laneRule', rule), registered)] }))}
            />
            <ChartCard
              title={text('board.laneOverrides')}
              of={title}
              rowTitle={text('board.laneRule')}
              lying
              series={[{ name: text('board.count'), tone: 'amber' }]}
              rows={rules.map(({ rule, ruleName, overridden }) => ({
                name: ruleName,
                values: [overridden],
                links: [to(equals('laneRule', rule), equals('laneOverridden', 'YES'), registered)],
              }))}
            />
          </>
        ) : null}
      </div>
    </section>
  );
}
