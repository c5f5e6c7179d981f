import { Card, useText } from '@portal/web-kit';
import { shared } from './texts.ts';

/** The terms that the applicant agrees to, at the end of the form. */
export function Terms() {
  const text = useText();
  return (
    <Card title={shared.terms}>
      <p className="govuk-body">{text(shared.termsText)}</p>
    </Card>
  );
}
