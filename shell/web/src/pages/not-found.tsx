import { Link, PublicPage, useText } from '@portal/web-kit';

export function NotFoundPage() {
  const text = useText();
  return (
    <PublicPage title="notFound.title">
      <p className="govuk-body">{text('notFound.lead')}</p>
      <p className="govuk-body">
        <Link className="govuk-link" to="/">
          {text('notFound.home')}
        </Link>
      </p>
    </PublicPage>
  );
}
