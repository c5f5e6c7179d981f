import { addTexts, Link, onWaitingChange, useText } from '@portal/web-kit';
import { allWaitingForms, type WaitingForm, waitingTexts } from '@portal/web-kit/offline';
import { useEffect, useState } from 'react';

addTexts('shell', waitingTexts);

/** Lists what waits on this device to be sent, each with a link to its page. */
export default function WaitingNotice() {
  const text = useText();
  const [all, setAll] = useState<WaitingForm[]>([]);
  useEffect(() => {
    const look = () =>
      void allWaitingForms().then(
        (waiting) => setAll(waiting),
        () => undefined,
      );
    look();
    return onWaitingChange(look);
  }, []);
  if (all.length === 0) return null;
  return (
    <section className="govuk-inset-text" aria-labelledby="waiting-here">
      <h2 className="govuk-heading-s" id="waiting-here">
        {text('waiting.title')}
      </h2>
      <ul className="govuk-list">
        {all.map(({ key, form, state, draft: { values } }) => (
          <li key={key}>
            <Link className="govuk-link" to={`${form}/waiting`}>
              {[values.firstName, values.lastName].filter(Boolean).join(' ') || text('waiting.title')}
            </Link>{' '}
            – {text(`waiting.status.${state}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
