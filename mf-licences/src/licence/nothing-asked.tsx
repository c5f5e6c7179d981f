import { type Label, useText } from '@portal/web-kit';
import { Asked } from '@portal/web-kit/forms';
import { licenceKind } from './licence.api.ts';

/** The document and the academic level that are chosen. */
export type Codes = readonly [document: string | undefined, level: string | undefined];

/** Shown instead of an empty list: no document is chosen yet, what it asks is not known yet, or nothing is required. */
export function NothingAsked({ codes, choose, none }: { codes: Codes; choose: Label; none: Label }) {
  const text = useText();
  if (codes.some((code) => !code)) return <p className="govuk-body">{text(choose)}</p>;
  return (
    <Asked kind={licenceKind} codes={codes}>
      <p className="govuk-body">{text(none)}</p>
    </Asked>
  );
}
