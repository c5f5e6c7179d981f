import type { Bilingual } from '@portal/contract-kit';
import {
  asProblem,
  FailurePanel,
  LaneChip,
  LoadingPanel,
  RequireRole,
  SimpleTable,
  StaffPage,
  Tag,
  type Tone,
  useFormat,
  useParams,
  useText,
} from '@portal/web-kit';
import { type ReactNode, useId, useState } from 'react';
import type { LaneRule, LaneTableVersion } from 'svc-declarations/contract';
import { Condition } from './decision-table.tsx';
import { useInputName } from './inputs.ts';
import { readers, rulesScreen, useTable } from './lane-rules.api.ts';
import { conditionOn, inputsOf, type RuleChange, ruleChanges } from './table-diff.ts';
import { t } from './texts.ts';

/** Compares two versions of a lane table, the earlier one first. */
export default function CompareScreen() {
  const { id = '', other = '' } = useParams();
  return (
    <RequireRole anyOf={readers}>
      <Loaded id={id} other={other} />
    </RequireRole>
  );
}

function Loaded({ id, other }: { id: string; other: string }) {
  const [one, two] = [useTable(id), useTable(other)];
  const back = `${rulesScreen}/${id}`;
  if (one.data && two.data) {
    const [before, after] = [one.data, two.data].sort((a, b) => a.number - b.number) as [LaneTableVersion, LaneTableVersion];
    return <Difference before={before} after={after} back={back} />;
  }
  const failed = one.error ? one : two;
  return (
    <StaffPage title={t.compareButton} back={back}>
      {failed.error ? <FailurePanel problem={asProblem(failed.error)} retry={() => void failed.refetch()} /> : <LoadingPanel />}
    </StaffPage>
  );
}

const tones: Record<RuleChange['kind'], Tone> = { same: 'grey', changed: 'amber', added: 'green', removed: 'red' };

function Difference({ before, after, back }: { before: LaneTableVersion; after: LaneTableVersion; back: string }) {
  const text = useText();
  const format = useFormat();
  const [withSame, setWithSame] = useState(false);
  const box = useId();
  const changes = ruleChanges(before, after);
  const same = changes.filter(({ kind }) => kind === 'same').length;
  const rate = (value?: number) => (value === undefined ? '–' : text(t.perCent(format.number(value))));
  const aspects: [Bilingual, (table: LaneTableVersion) => string][] = [
    [t.nameEn, ({ name }) => name.en],
    [t.namePt, ({ name }) => name.pt],
    [t.hitPolicy, ({ hitPolicy }) => text(t.policies[hitPolicy])],
    [t.effectiveFrom, ({ effectiveFrom }) => format.date(effectiveFrom)],
    [t.order, ({ order }) => format.number(order)],
    [t.expected, ({ expectedRed }) => rate(expectedRed)],
    [t.written, ({ changedBy }) => changedBy],
  ];
  return (
    <StaffPage title={t.compareTitle(before.number, after.number)} caption={after.name} back={back}>
      <SimpleTable
        caption={t.about}
        rows={aspects.filter(([, of]) => of(before) !== of(after))}
        rowKey={([{ en }]) => en}
        empty={t.none}
        columns={[
          { title: t.aspect, render: ([label]) => text(label) },
          { title: t.versionOf(before.code, before.number), render: ([, of]) => of(before) },
          { title: t.versionOf(after.code, after.number), render: ([, of]) => of(after) },
        ]}
      />
      <p className="govuk-body govuk-!-font-weight-bold">
        {same === changes.length ? text(t.noDifference) : text(t.ruleDifferences(format.number(changes.length - same), format.number(same)))}
      </p>
      {same > 0 ? (
        <div className="govuk-checkboxes govuk-checkboxes--small">
          <div className="govuk-checkboxes__item">
            <input className="govuk-checkboxes__input" type="checkbox" id={box} checked={withSame} onChange={({ target }) => setWithSame(target.checked)} />
            <label className="govuk-label govuk-checkboxes__label" htmlFor={box}>
              {text(t.showSame)}
            </label>
          </div>
        </div>
      ) : null}
      {withSame || same < changes.length ? (
        <Changes changes={withSame ? changes : changes.filter(({ kind }) => kind !== 'same')} before={before} after={after} />
      ) : null}
    </StaffPage>
  );
}

function Changes({ changes, before, after }: { changes: readonly RuleChange[]; before: LaneTableVersion; after: LaneTableVersion }) {
  const text = useText();
  const format = useFormat();
  const nameOf = useInputName();
  const inputs = inputsOf(before, after);
  const cell = (of: (table: LaneTableVersion, rule: LaneRule) => string, show: (value: string) => ReactNode) => (change: RuleChange) => {
    const was = change.before && of(before, change.before.rule);
    const is = change.after && of(after, change.after.rule);
    if (was === is || change.kind !== 'changed') return show((is ?? was) as string);
    return (
      <>
        <del className="portal-dmn__was">
          <span className="govuk-visually-hidden">{text(t.before)} </span>
          {show(was as string)}
        </del>{' '}
        <ins className="portal-dmn__is">
          <span className="govuk-visually-hidden">{text(t.after)} </span>
          {show(is as string)}
        </ins>
      </>
    );
  };
  return (
    <SimpleTable<RuleChange>
      caption={t.rules}
      rows={changes}
      rowKey={({ before: was, after: is }) => `${was?.place ?? ''}-${is?.place ?? ''}`}
      columns={[
        { title: t.change, render: ({ kind }) => <Tag tone={tones[kind]}>{text(t.kinds[kind])}</Tag> },
        { title: t.before, numeric: true, render: ({ before: was }) => was?.place ?? '–' },
        { title: t.after, numeric: true, render: ({ after: is }) => is?.place ?? '–' },
        ...inputs.map((input) => {
          const name = nameOf(input);
          return {
            title: { en: name, pt: name },
            render: cell(
              (table, rule) => conditionOn(table, rule, input),
              (test) => <Condition test={test} />,
            ),
          };
        }),
        {
          title: t.lane,
          render: cell(
            (_, { lane }) => lane,
            (lane) => <LaneChip lane={lane as 'RED' | 'GREEN'} />,
          ),
        },
        {
          title: t.share,
          render: cell(
            (_, { share = 100 }) => text(t.perCent(format.number(share))),
            (share) => share,
          ),
        },
        {
          title: t.reasonEn,
          render: cell(
            (_, { reason }) => reason.en,
            (words) => words,
          ),
        },
        {
          title: t.reasonPt,
          render: cell(
            (_, { reason }) => reason.pt,
            (words) => words,
          ),
        },
      ]}
    />
  );
}
