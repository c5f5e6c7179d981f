import { type DocumentEnvelope, type OfferedAction, valueAt } from '@portal/contract-kit';
import { useStatusName } from '../../components/use-status-name.ts';
import { useKitText, useText } from '../../language/i18n.ts';
import type { Label } from '../../language/labels.ts';
import { useQueryClient } from '../../query.ts';
import { countsKey } from '../views/queues.ts';
import { setCompletedAction } from './completed-action.ts';
import { useDeskSteps } from './desk-steps.ts';
import { useKeyChoices } from './key-choices.ts';
import { sentDecision, setSentDecision } from './sent-decision.ts';

interface DecidedCase {
  /** The path of the kind, such as `/v1/professional`. */
  kind: string;
  /** The address of the officers' pages of the kind. */
  base: string;
  /** The prefix of the service. */
  prefix: string;
  /** The document before the action. */
  model: object;
  /** The name of a document that has no reference yet. */
  service: Label;
}

interface DecisionHandlers<Model> {
  /**
   * Called when an action is sent. If the action can be undone, the next case is shown before the server answers. Only one decision at a time may be in that
   * state.
   * @returns a function to call with the reason if the server refuses; undefined if the officer waits on the case
   */
  send(action: OfferedAction): ((reason: string) => void) | undefined;
  /** Shows what was done, and opens the next case if there is a list and the status of the case has changed. @returns whether the next case is opened */
  done(answer: DocumentEnvelope<Model>, action: OfferedAction): boolean;
}

/** Handles what an officer sees after deciding a case, from the key press to the next case. */
export function useAfterDecision<Model>({ kind, base, prefix, model, service }: DecidedCase): DecisionHandlers<Model> {
  const kit = useKitText();
  const text = useText();
  const nameOf = useStatusName();
  const cache = useQueryClient();
  const steps = useDeskSteps();
  const { stay } = useKeyChoices();
  const before = valueAt(model, 'documentStatus');
  const caseId = String(valueAt(model, 'id'));
  const nameIn = (document: unknown): string => String(valueAt(document, 'serialReference.reference') || text(service));
  const send = (action: OfferedAction) => {
    if (!action.canBeUndone || stay || sentDecision() || typeof before !== 'string') return undefined;
    const to = steps?.goAhead(caseId, before);
    if (!to) return undefined;
    const said = { reference: nameIn(model), action: action.label };
    setSentDecision({ id: caseId, to, words: kit('work.sending', said) });
    return (reason: string) => setSentDecision({ id: caseId, to, words: kit('work.notDone', { ...said, reason }), failed: true });
  };
  const done = (answer: DocumentEnvelope<Model>, action: OfferedAction): boolean => {
    if (sentDecision()?.id === caseId) setSentDecision(undefined);
    const status = String(valueAt(answer.model, 'documentStatus') ?? '');
    const reference = nameIn(answer.model);
    const { id, version } = answer.model;
    const moved = status !== before;
    const undo = action.name === 'undo' ? undefined : answer.actions.find(({ name }) => name === 'undo');
    setCompletedAction({
      words: moved ? kit('work.done', { reference, status: nameOf(status) }) : kit('work.doneHere', { reference, action: action.label }),
      ...(undo ? { undo: { prefix, kind, id, version, status, action: undo, to: `${base}/view/${id}` } } : {}),
    });
    void cache.invalidateQueries({ queryKey: ['list'] });
    void cache.invalidateQueries({ queryKey: [countsKey] });
    if (!steps || stay || !moved || action.name === 'undo' || typeof before !== 'string') return false;
    steps.goOn(caseId, before);
    return true;
  };
  return { send, done };
}
