import { Link, NotificationBanner, useText } from '@portal/web-kit';
import { proposalIn, proposalScreen, type WriteAnswer } from './catalogue-admin.api.ts';
import { t } from './texts.ts';

/** Shows the result of a write: either it is done, or it waits for a second person. */
export function WriteResult({ answer }: { answer: WriteAnswer }) {
  const text = useText();
  const proposal = proposalIn(answer);
  return (
    <NotificationBanner tone="success" focus>
      <p className="govuk-body">
        {text(proposal ? t.proposed : t.saved)}{' '}
        {proposal ? (
          <Link className="govuk-link" to={proposalScreen(proposal.id)}>
            {text(t.openProposal)}
          </Link>
        ) : null}
      </p>
    </NotificationBanner>
  );
}
