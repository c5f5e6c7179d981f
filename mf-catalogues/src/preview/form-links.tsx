import { Link, useText } from '@portal/web-kit';
import { previewScreen } from '../shared/studio.api.ts';
import { t } from '../shared/texts.ts';

/** The way to the form as it will be when a proposal is approved. */
export function FormLinks({ proposal, catalogue }: { proposal: string; catalogue: string }) {
  const text = useText();
  // Hours and holidays stand in no form.
  if (['working-hours', 'holidays'].includes(catalogue)) return null;
  return (
    <p className="govuk-body">
      <Link className="govuk-link" to={previewScreen({ proposal })}>
        {text(t.previewForm)}
      </Link>
    </p>
  );
}
