import { useText } from '@portal/web-kit';
import type { Office } from './board-data.ts';
import { ChartCard } from './chart-card.tsx';
import type { KindData } from './kind-data.ts';
import { equals } from './list-link.ts';

/** Chart of the decisions of officers against the lane. */
export function OverridesChart({ data: { title, numbers, own, isOwn, to, toActions, registered } }: { data: KindData }) {
  const text = useText();
  return (
    <ChartCard
      title={text('board.overrides')}
      of={title}
      rowTitle={text('board.statusOne')}
      lying
      series={[{ name: text('board.count'), tone: 'red' }]}
      rows={own(numbers.office.overrides).map(({ lane, status, statusName, count }) => ({
        name: text('board.overrideOf', { lane: text(`board.${lane}`), status: statusName }),
        values: [count],
        links: [isOwn ? toActions({ lane, status }) : to(equals('lane', lane), equals('documentStatus', status), registered)],
      }))}
    />
  );
}

interface LaneRuleProps {
  data: KindData;
  rules: readonly NonNullable<Office['laneRules']>[number][];
}

/** Chart of the declarations that each lane rule has found. */
export function LaneRulesChart({ data: { title, to, registered }, rules }: LaneRuleProps) {
  const text = useText();
  return (
    <ChartCard
      title={text('board.laneRules')}
      of={title}
      rowTitle={text('board.laneRule')}
      lying
      note="board.laneRulesNote"
      series={[{ name: text('board.count'), tone: 'red' }]}
      rows={rules.map(({ rule, ruleName, hits }) => ({ name: ruleName, values: [hits], links: [to(equals('laneRule', rule), registered)] }))}
    />
  );
}

/** Chart of the declarations of each lane rule that an officer has put in another lane. */
export function LaneOverridesChart({ data: { title, to, registered }, rules }: LaneRuleProps) {
  const text = useText();
  return (
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
  );
}
