import { downloadBlob, NotificationBanner, useApi, useText } from '@portal/web-kit';
import { LookupPage } from './lookup-page.tsx';
import { l } from './texts.ts';

/** Looks up a membership registration by the member's number and gives it as PDF. */
export default function MembershipScreen() {
  const api = useApi('/api/reference');
  const text = useText();
  return (
    <LookupPage
      title={l.membershipTitle}
      intro={l.membershipIntro}
      label={l.memberNumber}
      hint={l.memberHint}
      missing={l.enterMemberNumber}
      find={(number) => downloadBlob(api, { url: `/v1/membership/registration/${encodeURIComponent(number)}/contentData` }, 'registration.pdf')}
    >
      {() => (
        <NotificationBanner tone="success">
          <p className="govuk-notification-banner__heading">{text(l.saved)}</p>
        </NotificationBanner>
      )}
    </LookupPage>
  );
}
