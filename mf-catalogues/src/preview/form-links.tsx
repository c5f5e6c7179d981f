import { Link, useText } from '@portal/web-kit';
import { previewScreen } from '../shared/catalogue-admin.api.ts';
import { t } from '../shared/texts.ts';

/** Links to a preview of the form as it will be after the proposal is approved. */
export function FormLinks({ proposal, catalogue }: { proposal: string; catalogue: string }) {
  const text = useText();
  // No form shows working hours or holidays.
  if (['working-hours', 'holidays'].includes(catalogue)) return null;
  return (
    <p className="govuk-body">
      <Link className="govuk-link" to={previewScreen({ proposal })}>
        {text(t.previewForm)}
      </Link>
    </p>
  );
}
