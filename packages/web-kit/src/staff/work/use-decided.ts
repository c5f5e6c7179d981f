import { type DocumentEnvelope, type OfferedAction, valueAt } from '@portal/contract-kit';
import { useStatusName } from '../../components/use-status-name.ts';
import { useKitText } from '../../language/i18n.ts';
import { useQueryClient } from '../../query.ts';
import { useDeskSteps } from './desk-steps.ts';
import { sayDone } from './done.ts';
import { useKeyChoices } from './key-choices.ts';
import { sentDecision, setSentDecision } from './sent.ts';

interface Decided {
  /** The path of the kind, as `/v1/professional`. */
  kind: string;
  /** The address of the officers' pages of the kind. */
  base: string;
  /** The service's prefix. */
  prefix: string;
  /** The document before the action. */
  model: object;
}

interface Deciding<Model> {
  /**
   * An action is sent. Where it can be taken back, the next case is on the screen before the server answers; one decision at a time is ahead of the server.
   * @returns what is called with the reason if the server refuses it; undefined where the officer waits on the case
   */
  send(action: OfferedAction): ((reason: string) => void) | undefined;
  /** Says what was done, and goes to the next case where there is a list and the case has left its step. @returns whether it went */
  done(answer: DocumentEnvelope<Model>, action: OfferedAction): boolean;
}

/** What an officer sees of the decision on a case, from the key to the next case. */
export function useDecided<Model>({ kind, base, prefix, model }: Decided): Deciding<Model> {
  const kit = useKitText();
  const nameOf = useStatusName();
  const cache = useQueryClient();
  const steps = useDeskSteps();
  const { stay } = useKeyChoices();
  const before = valueAt(model, 'documentStatus');
  const caseId = String(valueAt(model, 'id'));
  const send = (action: OfferedAction) => {
    if (!action.canBeUndone || stay || sentDecision() || typeof before !== 'string') return undefined;
    const to = steps?.goAhead(caseId, before);
    if (!to) return undefined;
    const said = { reference: String(valueAt(model, 'serialReference.reference') ?? ''), action: action.label };
    setSentDecision({ id: caseId, to, words: kit('work.sending', said) });
    return (reason: string) => setSentDecision({ id: caseId, to, words: kit('work.notDone', { ...said, reason }), failed: true });
  };
  const done = (answer: DocumentEnvelope<Model>, action: OfferedAction): boolean => {
    if (sentDecision()?.id === caseId) setSentDecision(undefined);
    const status = String(valueAt(answer.model, 'documentStatus') ?? '');
    const reference = String(valueAt(answer.model, 'serialReference.reference') ?? '');
    const { id, version } = answer.model;
    const moved = status !== before;
    const undo = action.name === 'undo' ? undefined : answer.actions.find(({ name }) => name === 'undo');
    sayDone({
      words: moved ? kit('work.done', { reference, status: nameOf(status) }) : kit('work.doneHere', { reference, action: action.label }),
      ...(undo ? { undo: { prefix, kind, id, version, status, action: undo, to: `${base}/view/${id}` } } : {}),
    });
    void cache.invalidateQueries({ queryKey: ['list'] });
    if (!steps || stay || !moved || action.name === 'undo' || typeof before !== 'string') return false;
    steps.goOn(caseId, before);
    return true;
  };
  return { send, done };
}
