import { LaneChip, useFormat, useText } from '@portal/web-kit';
import { type ReactNode, useId } from 'react';
import type { HitPolicy, LaneTableBody } from 'svc-declarations/contract';
import { useInputName } from './inputs.ts';
import { t } from './texts.ts';

/** The corner of a decision table: the letter of its hit policy, as in DMN. */
export function PolicyCorner({ hitPolicy }: { hitPolicy: HitPolicy }) {
  const text = useText();
  return (
    <th scope="col" className="portal-dmn__corner">
      <span title={text(t.policies[hitPolicy])} aria-hidden="true">
        {hitPolicy.charAt(0)}
      </span>
      <span className="govuk-visually-hidden">{text(t.rule)}</span>
    </th>
  );
}

/** Heading of an input column: "When" for the first input and "And" for the others, followed by the name of the input. */
export function InputHead({ first, name, children }: { first: boolean; name: string; children?: ReactNode }) {
  const text = useText();
  return (
    <th scope="col" className="portal-dmn__input">
      <span className="portal-dmn__word">{text(first ? t.when : t.and)}</span>
      {name}
      {children}
    </th>
  );
}

/** Read-only decision table in the style of DMN: the conditions, the lane, and the reason as an annotation. */
export function DecisionTable({ table: { inputs, rules, hitPolicy } }: { table: Pick<LaneTableBody, 'inputs' | 'rules' | 'hitPolicy'> }) {
  const text = useText();
  const format = useFormat();
  const nameOf = useInputName();
  const id = useId();
  if (rules.length === 0) return <p className="govuk-body">{text(t.noRules)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="portal-table-region portal-dmn__region" role="region" aria-labelledby={id} tabIndex={0}>
      <table className="portal-dmn">
        <caption id={id} className="govuk-visually-hidden">
          {text(t.rulesOfTable)}
        </caption>
        <thead>
          <tr>
            <PolicyCorner hitPolicy={hitPolicy} />
            {inputs.map((input, i) => (
              <InputHead key={input} first={i === 0} name={nameOf(input)} />
            ))}
            <th scope="col" className="portal-dmn__output">
              <span className="portal-dmn__word">{text(t.so)}</span>
              {text(t.lane)}
            </th>
            <th scope="col" className="portal-dmn__output">
              {text(t.share)}
            </th>
            <th scope="col" className="portal-dmn__annotation">
              {text(t.annotations)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ when, lane, share, reason }, place) => (
            <tr key={place}>
              <th scope="row">{place + 1}</th>
              {when.map((test, i) => (
                <td key={inputs[i]} className="portal-dmn__input">
                  <Condition test={test} />
                </td>
              ))}
              <td className="portal-dmn__output">
                <LaneChip lane={lane} />
              </td>
              <td className="portal-dmn__output">{text(t.perCent(format.number(share ?? 100)))}</td>
              <td className="portal-dmn__annotation">{text(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows a condition as it is written. A condition that allows any value is shown as a dash, with a text for screen readers. */
export function Condition({ test }: { test: string }) {
  const text = useText();
  if (test.trim() !== '-') return <code>{test}</code>;
  return (
    <>
      <span aria-hidden="true">-</span>
      <span className="govuk-visually-hidden">{text(t.any)}</span>
    </>
  );
}
