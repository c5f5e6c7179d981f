import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { urlOf, useApi } from '../api/api.ts';
import { asProblem, networkProblem } from '../api/problem.ts';
import { forgetIdempotencyKey, formScope, hasIdempotencyKey, idempotencyKeyFor, submitOnce } from '../api/retry.ts';
import { useSingleRun } from '../components/use-single-run.ts';
import type { ContractErrors } from '../contract/use-contract-errors.ts';
import type { Draft } from '../draft/use-draft.ts';
import { currentLanguage } from '../language/i18n.ts';
import { keepWaitingForm } from '../offline/waiting.ts';
import { renewDemands, useQueryClient } from '../query.ts';
import { useNavigate } from '../router.ts';
import { pagePerson } from '../session/session-store.ts';
import { showAnswer } from './use-document.ts';

/** Navigation state of the page that opens after a submission. */
export interface Submitted {
  /** Name of the action that was performed. */
  done: string;
}

export interface Submission {
  /** Whether a submission is running. */
  busy: boolean;
  /** Sends the form, forgets its draft and opens the page of the document. Throws the errors of the call. */
  send(action: OfferedAction, body: object, to: (id: string) => string): Promise<void>;
  /** Does the same as `send`, one submission at a time, and shows the errors in the form. */
  submit(action: OfferedAction, body: object, to: (id: string) => string): Promise<void>;
}

/**
 * Sends a form that registers or changes a document.
 * @param kind the path of the kind, such as `/v1/professional`
 * @param form name of the form, as of its draft: the same body sent twice from one form is one submission
 * @param waits the address of a form whose answers are kept on the device while there is no network and are sent later; the page `waiting` below it shows them
 */
export function useSubmission<Model extends { id: string }>(kind: string, form: string, draft: Draft, contract: ContractErrors, waits?: string): Submission {
  const api = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { busy, run } = useSingleRun();
  const send: Submission['send'] = async (action, body, to) => {
    const scope = formScope(form, action.name);
    const isOffline = waits !== undefined && !navigator.onLine;
    // The key is read before the call, because the call's answer makes `submitOnce` forget it.
    const { method, url } = action;
    // A change names the document and the version that it changes, so it cannot be made twice. A draft that is stored is not registered.
    const registers = action.name !== 'store' && !('id' in body && body.id);
    // A key from before is of an attempt that may have arrived.
    const isFirst = !hasIdempotencyKey(scope);
    const key = idempotencyKeyFor(scope, { method, url, body }, registers);
    let mayHaveArrived = !isFirst;
    let isHung = false;
    const lost = (isLong: boolean) => {
      mayHaveArrived = true;
      isHung = isLong;
    };
    const sent = isOffline ? Promise.reject(networkProblem()) : submitOnce<DocumentEnvelope<Model>>(api, { scope, method, url, body, registers, lost });
    const envelope = await sent.catch(async (problem: unknown) => {
      // A portal that took long to fail may answer later, as after a lost network.
      const isLost = waits !== undefined && (isHung || asProblem(problem).status === 0);
      const waiting = isLost && {
        key,
        url: urlOf(api.prefix, url),
        body,
        language: currentLanguage(),
        // The person who filled in the form, also if somebody else is signed in now because of a sign-in in another tab.
        owner: pagePerson() ?? null,
        at: Date.now(),
        tried: !(isOffline && isFirst),
        form: waits,
        to: to(''),
        document: `${api.prefix}${kind}`,
        draft: draft.answers(),
        state: 'waiting' as const,
      };
      // The answers are stored before the draft is forgotten.
      if (waiting && (await keepWaitingForm(waiting))) {
        // It is sent with its key from the device, and the next form has another one.
        forgetIdempotencyKey(scope, key);
        return undefined;
      }
      const { status } = asProblem(problem);
      // Nothing has arrived if nothing was sent, or if the only attempt was refused by the service or by the gateway.
      if (!mayHaveArrived && (isOffline || (status >= 400 && status < 500))) forgetIdempotencyKey(scope, key);
      renewDemands(cache, asProblem(problem));
      throw problem;
    });
    draft.clear();
    if (!envelope) return navigate(`${waits}/waiting`, { replace: true });
    showAnswer(cache, kind, envelope);
    const state: Submitted = { done: action.name };
    navigate(to(envelope.model.id), { replace: true, state });
  };
  return { busy, send, submit: (...call) => run(() => send(...call).catch(contract.fromProblem)) };
}
