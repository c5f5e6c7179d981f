import { Card, useText } from '@portal/web-kit';
import { formTexts } from 'svc-declarations/contract';

/** The terms that the applicant agrees to, at the end of the form. */
export function Terms() {
  const text = useText();
  return (
    <Card title={formTexts.terms}>
      <p className="govuk-body">{text(formTexts.termsText)}</p>
    </Card>
  );
}
