import { Heading, InsetText, recordName, useCatalogue, useFormat, useLanguage, useText } from '@portal/web-kit';
import type { DocumentKind } from '../../area.ts';
import type { AreaNumbers } from './board-data.ts';
import { type KindData, kindData, shareOf } from './kind-data.ts';
import { LaneOverridesChart, LaneRulesChart, OverridesChart } from './lane-charts.tsx';
import { hasWholeHours } from './list-link.ts';
import { EntryPointChart, HoursChart, OfficersChart, OnTimeChart, StatusChart } from './period-charts.tsx';
import { AgesChart, QueuesChart } from './queue-charts.tsx';

/** All charts of one kind of document. */
export function KindCharts({ kind, numbers }: { kind: DocumentKind; numbers: AreaNumbers }) {
  const text = useText();
  const { language } = useLanguage();
  const points = useCatalogue('entry-points');
  const title = text(kind.title);
  const data = kindData(kind, title, numbers);
  if (!data) return null;
  const { office } = numbers;
  const rules = data.own(office.laneRules ?? []);
  const pointName = (code: string): string => {
    const record = points.records.find((each) => each.code === code);
    return record ? recordName(record, language) : code;
  };
  return (
    <section className="shell-board__kind" aria-label={title}>
      <Heading level={2}>{title}</Heading>
      {data.isOwn ? <InsetText>{text('board.own')}</InsetText> : null}
      {numbers.statuses.incomplete ? <InsetText>{text('board.incomplete')}</InsetText> : null}
      <Figures data={data} />
      <div className="shell-board__charts">
        <QueuesChart data={data} />
        <AgesChart data={data} />
        {hasWholeHours(numbers.hours.timeZone) ? <HoursChart data={data} /> : null}
        <StatusChart data={data} />
        {kind.entryPoint ? <EntryPointChart data={data} field={kind.entryPoint} nameOf={pointName} /> : null}
        <OfficersChart data={data} />
        <OnTimeChart data={data} />
        {data.own(office.overrides).length > 0 ? <OverridesChart data={data} /> : null}
        {rules.length > 0 ? (
          <>
            <LaneRulesChart data={data} rules={rules} />
            <LaneOverridesChart data={data} rules={rules} />
          </>
        ) : null}
      </div>
    </section>
  );
}

const sumOf = <T,>(rows: readonly T[], value: (row: T) => number): number => rows.reduce((total, row) => total + value(row), 0);

/** The figures above the charts. */
function Figures({ data: { numbers, own, isOwn } }: { data: KindData }) {
  const text = useText();
  const format = useFormat();
  const queues = own(numbers.office.queues);
  const steps = own(numbers.office.steps);
  const figures: [string, string][] = [
    [text(isOwn ? 'board.figures.actions' : 'board.figures.registered'), format.number(sumOf(own(numbers.statuses.records), ({ count }) => count))],
    [text('board.figures.waiting'), format.number(sumOf(queues, ({ count }) => count))],
    [text('board.figures.overdue'), format.number(sumOf(queues, ({ overdue }) => overdue))],
    [
      text('board.figures.onTime'),
      shareOf(
        sumOf(steps, ({ onTime }) => onTime),
        sumOf(steps, ({ done }) => done),
      ),
    ],
  ];
  return (
    <dl className="shell-board__figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
