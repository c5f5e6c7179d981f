import { dayText, inBoth, recordOf } from '@portal/contract-kit';
import { actionFor, InsetText, LaneChip, StatusTag, today, useText } from '@portal/web-kit';
import { type ArrivalReadMode, decisionNames, decisions, laneRuleOf } from 'svc-declarations/contract';
import { decidedBy } from '../lane-rules/case-texts.ts';
import { arrivals } from '../shared/declaration.api.ts';
import type { ViewProps } from '../shared/declaration-document.tsx';
import { DeclarationView } from '../shared/declaration-view.tsx';
import { confirmations } from '../shared/requirement-ticks.tsx';
import type { ArrivalEnvelope } from './arrival.api.ts';
import { t } from './texts.ts';
import { useArrivalForm } from './use-arrival-form.ts';

const choices = decisions.map((code) => recordOf(code, decisionNames[code]));
/** Actions of the page for the border, where the officer confirms the requirements. */
const atTheBorder = ['arrival', 'decision'];

type ArrivalViewProps = ViewProps<ArrivalEnvelope['model'], ArrivalReadMode>;

/** A read-only declaration. In mode `arrival` the officer confirms requirements, records the arrival and decides. */
export function ArrivalView({ mode, envelope, reload }: ArrivalViewProps) {
  const text = useText();
  const { model, actions } = envelope;
  const form = useArrivalForm(model, mode, { reader: 'officer' });
  const arriving = mode === 'arrival';
  const confirms = arriving && atTheBorder.some((name) => actionFor(actions, name, mode));
  const inspected = arriving && model.lane === 'RED' && actionFor(actions, 'decision', mode);
  const early = arriving && actionFor(actions, 'arrival', mode) && (model.arrivalDate ?? '') > today();
  return (
    <DeclarationView
      kind={arrivals}
      mode={mode}
      envelope={envelope}
      reload={reload}
      service={t.service}
      title={arriving ? t.arrivalTitle : undefined}
      form={form}
      confirms={confirms}
      above={
        <div className="portal-lane-line">
          <LaneChip lane={model.lane} large />
          {(model.laneReasons ?? []).map((reason) => (
            <span key={laneRuleOf(reason)}>
              {text(reason)}
              {reason.table ? <span className="portal-muted"> ({laneRuleOf(reason)})</span> : null}
            </span>
          ))}
          {model.laneDecision?.tables.length ? <span className="portal-muted">{text(decidedBy(model.laneDecision.tables.join(', ')))}</span> : null}
          {model.laneOverride ? <span>{text(t.laneChanged(model.laneOverride))}</span> : null}
          {model.decision ? (
            <span>
              {text(t.decision)}: <StatusTag status={model.decision} />
            </span>
          ) : null}
        </div>
      }
      pages={atTheBorder.map((name) => ({ name, page: 'arrival' }))}
      choices={{ decision: choices }}
      values={({ name }) => {
        if (name === 'lane') return { lane: model.lane === 'RED' ? 'GREEN' : 'RED' };
        return atTheBorder.includes(name) ? { requirements: confirmations(form.form.getValues('requirements')) } : {};
      }}
      fileName={() => `${model.serialReference.reference}.pdf`}
    >
      {early ? <InsetText>{text(t.early(dayText(model.arrivalDate ?? '') ?? inBoth('')))}</InsetText> : null}
      {inspected ? <InsetText>{text(t.inspection)}</InsetText> : null}
    </DeclarationView>
  );
}
