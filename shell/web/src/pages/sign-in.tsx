import { Button, ButtonLink, PublicPage, signIn, useSearchParams, useSession, useText } from '@portal/web-kit';

/** Allows only a path of this site, because an address in the link must not lead to another site. */
const safe = (path: string | null) => (path && /^\/(?![/\\])/.test(path) && path !== '/sign-in' ? path : '/staff');

/** Reasons that the gateway gives in the address when a sign-in did not succeed. */
const problems = ['unavailable', 'expired', 'cancelled', 'failed'] as const;

export default function SignInPage() {
  const text = useText();
  const [parameters] = useSearchParams();
  const { user } = useSession();
  const returnTo = safe(parameters.get('returnTo'));
  const problem = problems.find((each) => each === parameters.get('problem'));
  return (
    <PublicPage title="signIn.title">
      {problem ? (
        <div className="portal-failure" role="alert">
          <p className="govuk-body">{text(`signIn.problems.${problem}`)}</p>
        </div>
      ) : null}
      {user ? (
        <>
          <p className="govuk-body">{text('signIn.already', { name: user.name })}</p>
          <ButtonLink to={returnTo}>{text('signIn.goOn')}</ButtonLink>
        </>
      ) : (
        <>
          <p className="govuk-body-l">{text('signIn.lead')}</p>
          <p className="govuk-body">{text('signIn.who')}</p>
          <p className="govuk-body">{text('signIn.next')}</p>
          <Button onClick={() => signIn(returnTo)}>{text('signIn.button')}</Button>
        </>
      )}
    </PublicPage>
  );
}
