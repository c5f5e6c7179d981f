import { type Label, useText } from '@portal/web-kit';
import { DemandsPlaceholder } from '@portal/web-kit/forms';
import { licenceKind } from './licence.api.ts';

/** Codes of the chosen document and academic level. */
export type Codes = readonly [document: string | undefined, level: string | undefined];

/** Shown instead of an empty list. It says that no document is chosen yet, that its requirements are still loading, or that nothing is required. */
export function EmptyListMessage({ codes, choose, none }: { codes: Codes; choose: Label; none: Label }) {
  const text = useText();
  if (codes.some((code) => !code)) return <p className="govuk-body">{text(choose)}</p>;
  return (
    <DemandsPlaceholder kind={licenceKind} codes={codes}>
      <p className="govuk-body">{text(none)}</p>
    </DemandsPlaceholder>
  );
}
