import { Link, NotificationBanner, useLocation, useText } from '@portal/web-kit';
import { useEffect } from 'react';
import { proposalScreen } from './catalogue-admin.api.ts';
import { t } from './texts.ts';

/** What was written. */
export interface Written {
  action: keyof typeof t.written;
  /** The id of the proposal, if the write waits for a second person. */
  proposal?: string;
}

/** What the page before this one has done, which it gave along with the address: a write, or the decision of a proposal. */
interface News {
  written?: Written;
  done?: keyof typeof t.done;
}

/** Returns the state of an address with the news for its page. */
export const newsState = (news: News): { state: News } => ({ state: news });

/** Returns the news that the page before this one gave along. For the first drawing of a page: it is not told again when the page is reloaded, or opened by the Back button. */
export function useGivenNews(): News {
  const news = (useLocation().state as News | null) ?? {};
  useEffect(() => {
    // The router keeps the state of an address under `usr`. Changed there, it is gone without a navigation, which would move the focus.
    if (window.history.state?.usr) window.history.replaceState({ ...window.history.state, usr: null }, '');
  }, []);
  return news;
}

/** Shows the result of a write: either it is done, or it waits for a second person. */
export function WriteResult({ written: { action, proposal }, written }: { written: Written }) {
  const text = useText();
  return (
    <NotificationBanner tone="success" focus={written}>
      <p className="govuk-body">
        {text(proposal ? t.done.propose : t.written[action])}{' '}
        {proposal ? (
          <Link className="govuk-link" to={proposalScreen(proposal)}>
            {text(t.openProposal)}
          </Link>
        ) : null}
      </p>
    </NotificationBanner>
  );
}
