import { downloadBlob, NotificationBanner, useApi, useText } from '@portal/web-kit';
import { LookupPage } from './lookup-page.tsx';
import { l } from './texts.ts';

/** The certificate of a membership registration, by its identifier. */
export default function MembershipScreen() {
  const api = useApi('/api/reference');
  const text = useText();
  return (
    <LookupPage
      title={l.membershipTitle}
      intro={l.membershipIntro}
      label={l.identifier}
      missing={l.enterIdentifier}
      find={(id) => downloadBlob(api, { url: `/v1/membership/registration/${encodeURIComponent(id)}/contentData` }, 'registration.pdf')}
    >
      {() => (
        <NotificationBanner tone="success">
          <p className="govuk-notification-banner__heading">{text(l.saved)}</p>
        </NotificationBanner>
      )}
    </LookupPage>
  );
}
