import { Button, PublicPage, useKitText, useSession, useText } from '@portal/web-kit';
import { type GroupMember, mostTravellers } from 'svc-declarations/contract';
import { t } from './texts.ts';

/** The page to add a person where nobody can be added: an officer has dealt with the group, it is full, or another account registered it. */
export function ClosedGroup({ members, back }: { members: readonly GroupMember[]; back: string }) {
  const text = useText();
  const kit = useKitText();
  const { user, signIn } = useSession();
  const isOpen = members.some(({ documentStatus }) => documentStatus === 'CREATED');
  const isFull = members.length >= mostTravellers;
  return (
    <PublicPage title={t.newPerson} back={back}>
      <p className="govuk-body">{text(isOpen ? (isFull ? t.full : t.addAsApplicant) : t.closed)}</p>
      {isOpen && !isFull && !user ? <Button onClick={() => signIn()}>{kit('action.signIn')}</Button> : null}
    </PublicPage>
  );
}
