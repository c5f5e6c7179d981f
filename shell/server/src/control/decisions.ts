import { L, sentence } from '@portal/contract-kit';
import {
  type Change,
  type Decision,
  type Entry,
  type Order,
  type OrderAction,
  orderActions,
  orderAfter,
  orderWithoutRequest,
  orderWithRequest,
  prefixProblems,
  type RemoteJson,
} from '@portal/remotes';
import { freeTextFault, type LocalisableText, ProblemError, requireStepUp, unprocessable } from '@portal/service-kit';
import type { OrderContext } from '../page/registry.ts';
import type { GatewaySettings } from '../settings.ts';

/** The percentages of visitors that a canary may have. 100 % is a promotion. */
export const shares = [1, 10, 50] as const;
/** Milliseconds for which a decision waits for a second person. */
const REQUEST_MS = 24 * 3_600_000;
const reasonText = { label: L('The reason', 'O motivo'), missing: L('Give the reason', 'Indique o motivo'), most: 500, lines: true };

const refusal = (status: number, code: string, message: LocalisableText, field = ''): ProblemError => new ProblemError(status, [{ code, field, message }]);
const notNow = (message: LocalisableText): ProblemError => refusal(409, 'ACTION_NOT_ALLOWED', message);

/** A valid request for a decision. */
export interface DecisionRequest {
  action: OrderAction | 'confirm' | 'refuse';
  version?: string;
  share?: number;
  why: string;
  /** The state that the person has seen (`stateOf`), for optimistic locking. */
  state?: string;
}

const actions: readonly string[] = [...orderActions, 'confirm', 'refuse'];

/** Identifies what is in force for an area. The value changes with each order and with each entry that the area's team signs. */
export const stateOf = ({ signed, before }: Pick<OrderContext, 'signed' | 'before'>): string =>
  `${before?.sequence ?? 0}-${Math.max(signed.stable.sequence, signed.canary?.sequence ?? 0)}`;

/**
 * Reads the request for a decision.
 * @throws 404 for an unknown action, 422 when the request is not well-formed
 */
export function parseDecisionRequest(action: string, body: unknown): DecisionRequest {
  if (!actions.includes(action)) throw refusal(404, 'NOT_FOUND', L('There is no such action', 'Não existe essa ação'));
  const { version, share, why, state } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const reason = typeof why === 'string' ? why.trim() : '';
  const fault = action === 'confirm' ? undefined : freeTextFault(reason, 'why', reasonText);
  if (fault) throw unprocessable([fault]);
  if ((action === 'rollback' || (action === 'canary' && version !== undefined)) && typeof version !== 'string')
    throw refusal(422, 'REQUIRED', L('Choose a version', 'Escolha uma versão'), 'version');
  if (action === 'canary' && !shares.some((each) => each === share))
    throw refusal(422, 'CHOICE', L('Choose the share of visitors: 1, 10 or 50 of a hundred', 'Escolha a parte dos visitantes: 1, 10 ou 50 em cem'), 'share');
  return {
    action: action as DecisionRequest['action'],
    why: reason,
    ...(typeof version === 'string' && (action === 'rollback' || action === 'canary') ? { version } : {}),
    ...(action === 'canary' ? { share: share as number } : {}),
    ...(typeof state === 'string' ? { state } : {}),
  };
}

/**
 * Determines the version that visitors would get through a decision. Returns undefined when the decision chooses none.
 * @throws 409 when the decision does not fit what is in force
 */
export function chosenVersion(
  { action, version }: Pick<DecisionRequest, 'action' | 'version'>,
  { served: { stable, canary, stopped } }: OrderContext,
): string | undefined {
  switch (action) {
    case 'canary': {
      const tried = version ?? canary?.version;
      if (!tried) throw refusal(422, 'REQUIRED', L('Choose a version', 'Escolha uma versão'), 'version');
      if (tried === stable.version) throw notNow(L('Every visitor gets this version already', 'Todos os visitantes já recebem esta versão'));
      return tried;
    }
    case 'rollback':
      if (version === stable.version) throw notNow(L('Every visitor gets this version already', 'Todos os visitantes já recebem esta versão'));
      return version;
    case 'promote':
    case 'abort':
      if (!canary) throw notNow(L('No version is being tried with some of the visitors', 'Nenhuma versão está a ser experimentada com alguns visitantes'));
      return action === 'promote' ? canary.version : undefined;
    case 'stop':
      if (stopped) throw notNow(L('The area is stopped already', 'A área já está parada'));
      return undefined;
    case 'resume':
      if (!stopped) throw notNow(L('The area is not stopped', 'A área não está parada'));
      return undefined;
    default:
      return undefined;
  }
}

/**
 * Checks whether a published version may be served. Returns the reason when it may not.
 * @param kit major version of the web-kit that the shell provides
 * @param rivals the entries that are served for the other areas
 */
export function reasonNotToServe(remote: RemoteJson, kit: number | undefined, rivals: Entry[]): LocalisableText | undefined {
  if (kit !== undefined && remote.kit !== kit && remote.kit !== kit - 1)
    return sentence(
      '{{version}} is written for kit {{own}} of the screens; the portal has {{kit}}',
      '{{version}} foi escrita para o kit {{own}} dos ecrãs; o portal tem o {{kit}}',
      {
        version: remote.version,
        own: String(remote.kit),
        kit: String(kit),
      },
    );
  const clash = prefixProblems(remote, rivals)[0];
  return clash ? sentence('{{version}}: {{clash}}', '{{version}}: {{clash}}', { version: remote.version, clash }) : undefined;
}

/** The operator who decides. */
export interface Person {
  /** The digest of the account. */
  person: string;
  name: string;
  /** How and when the person signed in, as `Actor` of the services has it. */
  acr?: string;
  signedInAt?: number;
}

/** What the portal demands of decisions. */
export interface DecisionRules extends Pick<GatewaySettings, 'stepUpAcr' | 'stepUpMinutes'> {
  /** The actions that another person must confirm. */
  secondPerson: readonly string[];
}

/** The order that a decision leads to, and its line for the history. */
export interface DecisionOutcome {
  order: Omit<Order, 'mac'>;
  entry: Omit<Change, 'at' | 'generation' | 'area' | 'from'>;
}

/** Returns the pending request of an order, unless it has expired. */
export const pendingRequest = (order: Order | undefined, now: number): Decision | undefined =>
  order?.request && now - Date.parse(order.request.at) < REQUEST_MS ? order.request : undefined;

/**
 * Turns the request for a decision into an order.
 * @throws 403 FOUR_EYES, 401 STEP_UP_REQUIRED, 409 when what is in force has changed since the person saw it, or when the decision does not fit it
 */
export function decide(
  call: DecisionRequest,
  standing: OrderContext,
  { person, name, ...signIn }: Person,
  { secondPerson, ...stepUp }: DecisionRules,
  now = Date.now(),
): DecisionOutcome {
  const { action, state, why } = call;
  const { before, served } = standing;
  // A stop is accepted without a state, because it must work in an emergency, whatever else has changed.
  if (state !== stateOf(standing) && !(action === 'stop' && state === undefined))
    throw refusal(409, 'STALE_VERSION', L('The area has changed meanwhile. Look at it again', 'A área mudou entretanto. Veja-a de novo'));
  const request = pendingRequest(before, now);
  if (action === 'confirm' || action === 'refuse') {
    if (!request) throw notNow(L('Nothing waits for a second person', 'Nada espera por uma segunda pessoa'));
    if (action === 'refuse') {
      return {
        order: orderWithoutRequest(standing),
        entry: { action: 'refusal', asked: request.action, version: request.version ?? served.stable.version, why, by: name },
      };
    }
    if (request.person === person)
      throw refusal(403, 'FOUR_EYES', L('Another person must confirm what you have asked for', 'Outra pessoa tem de confirmar o que pediu'));
    requireStepUp(signIn, stepUp, new Date(now));
    const version = chosenVersion(request, standing);
    return {
      order: orderAfter({ ...request, ...(version ? { version } : {}) }, standing),
      entry: { ...lineOf(request, served.stable.version), confirmedBy: name },
    };
  }
  const version = chosenVersion(call, standing);
  const decision: Decision = {
    action,
    why,
    by: name,
    person,
    at: new Date(now).toISOString(),
    ...(version ? { version } : {}),
    ...(call.share ? { share: call.share } : {}),
  };
  if (!secondPerson.includes(action)) return { order: orderAfter(decision, standing), entry: lineOf(decision, served.stable.version) };
  if (request) throw notNow(L('Something else waits for a second person', 'Outra coisa espera por uma segunda pessoa'));
  const { action: what, ...line } = lineOf(decision, served.stable.version);
  return { order: orderWithRequest(decision, standing), entry: { ...line, action: 'request', asked: what } };
}

const lineOf = ({ action, version, share, why, by }: Decision, present: string): DecisionOutcome['entry'] & { action: OrderAction } => ({
  action,
  version: version ?? present,
  ...(share ? { share } : {}),
  why,
  by,
});
