import type { OfferedAction } from '@portal/contract-kit';
import { useApi } from '../api/api.ts';
import { performAction } from '../api/documents.ts';
import { useSingleRun } from '../components/use-single-run.ts';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import type { Draft } from '../draft/use-draft.ts';
import { useQueryClient } from '../query.ts';
import { useNavigate } from '../router.ts';
import { documentKey } from './use-document.ts';

export interface Submission {
  /** True while a submission runs. */
  busy: boolean;
  /** Sends the form, forgets its draft and opens the page of the document. Throws the errors of the call. */
  send(action: OfferedAction, body: object, to: (id: string) => string, scope?: string): Promise<void>;
  /** The same, one at a time; the form shows the errors. */
  submit(action: OfferedAction, body: object, to: (id: string) => string, scope?: string): Promise<void>;
}

/**
 * Sends a form that registers or changes a document.
 * @param kind the path of the kind, as `/v1/professional`
 * @param scope names the form: the same body sent twice from one form is one submission
 */
export function useSubmission<Model extends { id: string }>(kind: string, scope: string, draft: Draft, contract: ContractErrors): Submission {
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { busy, run } = useSingleRun();
  const send: Submission['send'] = async (action, body, to, within = scope) => {
    const envelope = await performAction<Model>(api, action, body, within);
    draft.clear();
    cache.setQueryData(documentKey(kind, envelope.model.id), envelope);
    navigate(to(envelope.model.id), { replace: true });
  };
  return { busy, send, submit: (...form) => run(() => send(...form).catch(contract.fromProblem)) };
}
