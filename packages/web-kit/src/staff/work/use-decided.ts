import { type DocumentEnvelope, type OfferedAction, valueAt } from '@portal/contract-kit';
import { useStatusName } from '../../components/use-status-name.ts';
import { useKitText } from '../../language/i18n.ts';
import { useQueryClient } from '../../query.ts';
import { useDeskSteps } from './desk-steps.ts';
import { sayDone } from './done.ts';
import { useKeyChoices } from './key-choices.ts';

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

/** Says what was done, and goes to the next case where there is a list and the case has left its step. Answers whether it went. */
export function useDecided<Model>({ kind, base, prefix, model }: Decided) {
  const kit = useKitText();
  const nameOf = useStatusName();
  const cache = useQueryClient();
  const steps = useDeskSteps();
  const { stay } = useKeyChoices();
  return (answer: DocumentEnvelope<Model>, action: OfferedAction): boolean => {
    const before = valueAt(model, 'documentStatus');
    const status = String(valueAt(answer.model, 'documentStatus') ?? '');
    const reference = String(valueAt(answer.model, 'serialReference.reference') ?? '');
    const { id, version } = answer.model;
    const moved = status !== before;
    const undo = action.name === 'undo' ? undefined : answer.actions.find(({ name }) => name === 'undo');
    sayDone({
      words: moved ? kit('work.done', { reference, status: nameOf(status) }) : kit('work.doneHere', { reference, action: action.label }),
      ...(undo ? { undo: { prefix, kind, id, version, action: undo, to: `${base}/view/${id}` } } : {}),
    });
    void cache.invalidateQueries({ queryKey: ['list'] });
    if (!steps || stay || !moved || action.name === 'undo' || typeof before !== 'string') return false;
    steps.goOn(String(valueAt(model, 'id') ?? id), before);
    return true;
  };
}
