import { type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { ConfirmDialog, Modal } from '../components/modal.tsx';
import { useFormat } from '../language/format.ts';
import { useKitText } from '../language/i18n.ts';
import { Link, useLocation, useNavigate } from '../router.ts';
import { useSession } from '../session/session.tsx';
import { draftsEndWithSession } from './drafts.ts';
import { useKeeping } from './keeping.ts';
import type { Draft } from './use-draft.ts';

/** A text as wide as a date and time. It reserves the place of the notice before there is one. */
const SOME_TIME = '00 Www 0000, 00:00';

interface DraftNoticeProps {
  draft: Draft;
  onStartAgain?: () => void;
  /** Text that is shown after the notice's words. */
  help?: ReactNode;
  children?: ReactNode;
}

/**
 * The lines above the first question: general information about the form, or "We kept your answers" with "Start again" when a draft was found. Both take the
 * same place, so that the layout does not move when the draft has been read.
 */
export function DraftNotice({ draft, onStartAgain, help, children }: DraftNoticeProps) {
  const text = useKitText();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const { restoredAt } = draft;
  // Officers enter the answers of other people, so their notice is worded differently.
  const { pathname } = useLocation();
  const { roles } = useSession();
  const [kept, restored] = roles.length > 0 && draftsEndWithSession(pathname) ? ['draft.keptStaff', 'draft.restoredStaff'] : ['draft.kept', 'draft.restored'];
  const keeps = useKeeping();
  const again = () => {
    setAsked(false);
    draft.startAgain();
    onStartAgain?.();
  };
  return (
    <div className={`portal-draft${restoredAt ? ' portal-draft--restored' : ''}`}>
      <div className="portal-draft__lead">
        {children ?? (keeps ? text(kept) : null)} <NotKept /> {help}
      </div>
      <p className="portal-draft__notice" role="status">
        {text(restored, { when: restoredAt ? format.dateTime(restoredAt) : SOME_TIME })}{' '}
        <Button variant="link" onClick={() => setAsked(true)}>
          {text('action.startAgain')}
        </Button>
      </p>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={again}
        title={text('draft.confirm')}
        confirmLabel={text('action.startAgain')}
        variant="warning"
      />
      <DraftElsewhere draft={draft} />
    </div>
  );
}

/** Says that this browser does not keep what is typed. The live region is always in the page, so that screen readers announce it. */
export function NotKept() {
  const text = useKitText();
  const keeps = useKeeping();
  return <strong role="status">{keeps ? null : text('draft.notKept')}</strong>;
}

/** A dialog over the form while another tab fills in the same form. */
export function DraftElsewhere({ draft }: { draft: Draft }) {
  const text = useKitText();
  const navigate = useNavigate();
  return (
    <Modal
      open={draft.elsewhere}
      onClose={() => navigate('/')}
      title={text('draft.elsewhere')}
      footer={
        <>
          <Button onClick={draft.take}>{text('draft.take')}</Button>
          <Link className="govuk-link" to="/">
            {text('page.home')}
          </Link>
        </>
      }
    >
      <p className="govuk-body">{text('draft.elsewhereText')}</p>
    </Modal>
  );
}
