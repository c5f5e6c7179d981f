import { Link, NotificationBanner, useText } from '@portal/web-kit';
import { proposalIn, proposalScreen, type WriteAnswer } from './catalogue-admin.api.ts';
import { t } from './texts.ts';

/** What was written, and the answer to it. */
export interface Written {
  action: keyof typeof t.written;
  answer: WriteAnswer;
}

/** Shows the result of a write: either it is done, or it waits for a second person. */
export function WriteResult({ written }: { written: Written }) {
  const text = useText();
  const proposal = proposalIn(written.answer);
  return (
    <NotificationBanner tone="success" focus={written}>
      <p className="govuk-body">
        {text(proposal ? t.proposed : t.written[written.action])}{' '}
        {proposal ? (
          <Link className="govuk-link" to={proposalScreen(proposal.id)}>
            {text(t.openProposal)}
          </Link>
        ) : null}
      </p>
    </NotificationBanner>
  );
}
