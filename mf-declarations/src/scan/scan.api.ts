import type { ListResult } from '@portal/contract-kit';
import { type Api, asProblem } from '@portal/web-kit';
import { type TokenCheck, tokenIn, verifyToken } from '@portal/web-kit/scan';
import type { GateVerdict, GateWarning } from 'svc-declarations/contract';
import { isAway } from '../shared/is-away.ts';
import { referenceIn } from './reference.ts';

export interface Finding extends TokenCheck {
  /**
   * Result of the check. `superseded`: the code is genuine, but the declaration was changed after it was issued. `missing`: the code is
   * genuine, but the register no longer has its declaration or group. `another`: the code is genuine, and of a
   * document that this page does not know. `found`: the document with a typed reference is on record, which does not prove that a paper is genuine.
   */
  verdict: 'genuine' | 'superseded' | 'missing' | 'another' | 'found' | 'notGenuine' | 'notFound' | 'unknown' | 'failed';
  /** Name of the traveller, if the officer may know it. */
  name?: string;
  /** Id of the document, if the officer may open it. */
  id?: string;
  /** Address of the officers' page of the document. */
  screen?: string;
  /** Set when the service did not answer, so that only the signature was checked, on this device. */
  offline?: boolean;
}

/** Checks that a code or a reference belongs to a group. */
export const isOfGroup = ({ kind }: Pick<Finding, 'kind'>): boolean => kind === 'arrival-group' || kind === 'departure-group';
const isOfDeclaration = ({ kind }: Pick<Finding, 'kind'>): boolean => kind === 'arrival-declaration' || kind === 'departure-declaration';

/** Returns what the signature alone proves about a code. */
async function checkSignature(token: string): Promise<Finding> {
  const signed = await verifyToken(token);
  const isAnother = signed.kind !== undefined && !isOfGroup(signed) && !isOfDeclaration(signed);
  const verdict = isAnother ? 'another' : signed.reason === 'keys' ? 'unknown' : signed.genuine ? 'genuine' : 'notGenuine';
  return { ...signed, verdict, offline: true };
}

/** Asks the service about a code or a full reference. */
const judge = (api: Api, text: string): Promise<GateVerdict> => api.post<GateVerdict>('/v1/gate/check', { text }, { inNobodysName: true });

/**
 * Asks the service about the code, which tells the officer no more than the officer may read. Without an answer only the signature is checked, with the keys
 * stored on this device.
 * @throws if the service refuses the call
 */
async function checkToken(api: Api, token: string): Promise<Finding> {
  let told: GateVerdict;
  try {
    told = await judge(api, token);
  } catch (error) {
    const { status } = asProblem(error);
    if (status === 400) return { genuine: false, verdict: 'notGenuine' };
    if (isAway(error) || status === 401) return checkSignature(token);
    throw error;
  }
  const { finding, warnings, kind, reference = '', id, name, lane, screen } = told;
  if (finding !== 'GENUINE') return { genuine: false, verdict: 'notGenuine' };
  if (isOfGroup({ kind })) return { verdict: 'genuine', ...(await groupOfCode(api, token).catch(() => ({}))), genuine: true, kind, reference };
  return { genuine: true, verdict: verdictOf(kind, warnings), kind, reference, id, name, lane, screen };
}

function verdictOf(kind: string | undefined, warnings: readonly GateWarning[]): Finding['verdict'] {
  if (!isOfDeclaration({ kind })) return 'another';
  if (warnings.includes('NOT_IN_REGISTER')) return 'missing';
  return warnings.includes('OUT_OF_DATE') ? 'superseded' : 'genuine';
}

/** Returns when the code of a group was issued, and its screen if the officer may read the group. The service decides whether the group is that of the code. */
async function groupOfCode(api: Api, token: string): Promise<Pick<Finding, 'verdict' | 'issuedAt' | 'screen'>> {
  const answer = await api.get<Pick<Finding, 'issuedAt' | 'screen'> & { standing?: { code: string } }>(`/v1/verify/${token}`, { inNobodysName: true });
  const { issuedAt, screen, standing } = answer;
  return { verdict: standing?.code === 'NOT_IN_REGISTER' ? 'missing' : 'genuine', issuedAt, screen };
}

/** Finds the group, of arrivals or of departures, with a full reference. */
async function findGroup(api: Api, reference: string): Promise<Finding> {
  const { records } = await api.post<ListResult<{ id: string; kind: string; reference: string; date: string; url: string }>>(
    '/v1/lookup',
    { text: reference },
    { inNobodysName: true },
  );
  const found = records.find((record) => record.reference === reference);
  if (!found) return { genuine: false, verdict: 'notFound', reference };
  return { genuine: false, verdict: 'found', id: found.id, kind: found.kind, reference, issuedAt: found.date, screen: found.url };
}

/** Finds the declaration with a full reference. The service tells the officer about it no more than the officer may read. */
export async function findReference(api: Api, reference: string): Promise<Finding> {
  const { finding, kind, id, name, lane, screen } = await judge(api, reference);
  return finding === 'TYPED'
    ? { genuine: false, verdict: 'found', kind, reference, id, name, lane, screen }
    : { genuine: false, verdict: 'notFound', reference };
}

/** Finds the document of a scanned code or of a typed reference. @throws if the service refuses the call */
export async function check(api: Api, text: string): Promise<Finding> {
  const token = tokenIn(text);
  if (token) return checkToken(api, token);
  const reference = referenceIn(text);
  if (!reference) return { genuine: false, verdict: 'notFound' };
  try {
    return await (reference.startsWith('GRP') ? findGroup(api, reference) : findReference(api, reference));
  } catch (error) {
    if (!isAway(error)) throw error;
    return { genuine: false, verdict: 'failed', reference };
  }
}
