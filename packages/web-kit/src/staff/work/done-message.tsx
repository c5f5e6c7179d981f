import { useEffect, useState } from 'react';
import { useApi } from '../../api/api.ts';
import { asProblem } from '../../api/problem.ts';
import { Button, ButtonLink, IconButton } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { problemErrors } from '../../components/page-error.ts';
import { TextBox } from '../../components/text-box.tsx';
import { useFirstFocus } from '../../components/use-first-focus.ts';
import { useStatusName } from '../../components/use-status-name.ts';
import { showAnswer } from '../../document/use-document.ts';
import { useKitText, useLanguage } from '../../language/i18n.ts';
import { useQueryClient } from '../../query.ts';
import { Link, useNavigate, useParams } from '../../router.ts';
import { useCommand } from './commands.ts';
import { type CompletedAction, setCompletedAction, undoMs, useCompletedAction } from './completed-action.ts';
import { useDeskSteps } from './desk-steps.ts';
import { Key, useShortcut } from './key.tsx';
import { listIn, useKeepList, useListAddress } from './list-address.ts';
import { setSentDecision, useSentDecision } from './sent-decision.ts';
import { undoDecision } from './undo-decision.ts';

/** The single place for success messages, above list and case, with a button to undo the action. */
export function DoneMessage() {
  const kit = useKitText();
  const { prefix } = useApi();
  // The undo button is left out on the page of the case itself, which already offers it.
  const { id: onScreen } = useParams();
  const done = useCompletedAction();
  const sent = useSentDecision();
  const isSending = sent !== undefined && !sent.failed;
  const [asking, setAsking] = useState<NonNullable<CompletedAction['undo']>>();
  // While a decision is being sent, it is the latest one, so the one before it can no longer be undone from here.
  const undo = useStillOpen(done)?.prefix === prefix && !isSending ? done?.undo : undefined;
  const shortcut = useShortcut('undo');
  useCommand('undo', kit('keys.undo'), undo ? () => setAsking(undo) : undefined);
  return (
    <>
      <Refused />
      <div role="status" className="portal-done-place" aria-busy={isSending || undefined}>
        {isSending ? (
          <div className="portal-done">
            <p className="portal-done__words">{sent?.words}</p>
          </div>
        ) : done ? (
          <div className="portal-done">
            <p className="portal-done__words">
              {undo ? (
                <Link className="govuk-link" to={undo.to}>
                  {done.words}
                </Link>
              ) : (
                done.words
              )}
            </p>
            {undo && undo.id !== onScreen ? (
              <Button variant="link" aria-keyshortcuts={shortcut} onClick={() => setAsking(undo)}>
                {undo.action.label}
                <Key of="undo" />
              </Button>
            ) : null}
            <IconButton icon="close" quiet label={kit('work.dismiss')} onClick={() => setCompletedAction(undefined)} />
          </div>
        ) : null}
      </div>
      {asking ? <UndoDialog undo={asking} onClose={() => setAsking(undefined)} /> : null}
    </>
  );
}

/** A message about a decision that the server refused after the officer had left the case. It stays visible until the officer is at the case again. */
function Refused() {
  const kit = useKitText();
  const sent = useSentDecision();
  const { id: onScreen } = useParams();
  const steps = useDeskSteps();
  const list = useListAddress();
  const navigate = useNavigate();
  const refused = sent?.failed ? sent : undefined;
  const isOnScreen = refused?.id === onScreen;
  useEffect(() => (refused && isOnScreen ? setSentDecision(undefined) : undefined), [refused, isOnScreen]);
  // From another list or another area, the case opens with the list that it came from.
  const isOfThisList = refused !== undefined && listIn(new URL(refused.to, location.origin).search) === list;
  const back = () => {
    if (refused) (steps && isOfThisList ? steps.follow : navigate)(refused.to);
  };
  useCommand('do:refused', kit('work.backToRefused'), refused ? back : undefined);
  return (
    <div role="alert" className="portal-done-place">
      {refused ? (
        <div className="portal-done portal-done--refused">
          <p className="portal-done__words">{refused.words}</p>
          <ButtonLink variant="link" to={refused.to} onPlainClick={back}>
            {kit('work.backToRefused')}
          </ButtonLink>
          <IconButton icon="close" quiet label={kit('work.dismiss')} onClick={() => setSentDecision(undefined)} />
        </div>
      ) : null}
    </div>
  );
}

/** Returns what can be undone, until its time has run out. */
function useStillOpen(done: CompletedAction | undefined): CompletedAction['undo'] {
  const [, tick] = useState(0);
  const left = done?.undo ? done.at + undoMs - Date.now() : 0;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => tick((count) => count + 1), left);
    return () => clearTimeout(timer);
  }, [left]);
  return left > 0 ? done?.undo : undefined;
}

/** A dialog that asks for the reason, because the undo is recorded in the history of the case with its reason. */
function UndoDialog({ undo, onClose }: { undo: NonNullable<CompletedAction['undo']>; onClose(): void }) {
  const field = useFirstFocus<HTMLTextAreaElement>();
  const kit = useKitText();
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const keep = useKeepList();
  const nameOf = useStatusName();
  const { language } = useLanguage();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const { action, kind, to } = undo;
  const send = async () => {
    if (busy) return;
    if (!reason.trim()) {
      setFault(kit('actions.commentRequired'));
      return;
    }
    setBusy(true);
    try {
      const answer = await undoDecision(api, undo, reason.trim());
      const { model } = answer;
      showAnswer(cache, kind, answer);
      void cache.invalidateQueries({ queryKey: ['list'] });
      onClose();
      setCompletedAction({ words: kit('work.undone', { reference: model.serialReference?.reference ?? '', status: nameOf(model.documentStatus ?? '') }) });
      navigate(keep(to));
    } catch (error) {
      setFault(problemErrors(asProblem(error), language)[0]?.message ?? '');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={action.label}
      footer={
        <>
          <Button busy={busy} onClick={send}>
            {action.label}
            <Key of="send" />
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {kit('action.cancel')}
          </Button>
        </>
      }
    >
      <TextBox
        ref={field}
        id="undo-reason"
        label={kit('work.undoReason')}
        error={fault}
        rows={3}
        value={reason}
        aria-required
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
    </Modal>
  );
}
