import { looksLikeSeal, readSeal } from '@portal/contract-kit/seal';
import type { Area, Registry, Title } from '../area.ts';

/** The answer of an area's service about a code (`GET …/v1/verify/<token>`). */
export interface Answer {
  genuine: boolean;
  kind?: string;
  title?: Title;
  reference?: string;
  issuedAt?: string;
  /** The days of validity; null where the document has no such day any more, whatever its code states. */
  validFrom?: string | null;
  validUntil?: string | null;
  /** Whether the code itself has expired, whatever the state of the document. */
  expired?: boolean;
  /** Whether the document was changed after this code was issued and has another code now. */
  superseded?: boolean;
  /** The holder, for comparison with the card. `photo` is a `data:` URL. */
  holder?: { name: string; photo?: string };
  standing?: { code: string; label: string };
  /** The address of the document for signed-in staff. */
  screen?: string;
  /** Address with more details for everybody who has the code, such as the validity check of a trip. */
  publicScreen?: string;
}

export interface Finding extends Answer {
  verdict: 'genuine' | 'expired' | 'superseded' | 'notYet' | 'notGenuine' | 'unreadable' | 'unknown';
  /** Whether only the signature was checked, so that the current state of the document is unknown. */
  signatureOnly?: boolean;
  /** Time of the check, as an ISO date-time. */
  checkedAt: string;
}

/** Codes of the standings in which a document is valid. All other standings are shown as a warning. */
const good = ['Y', 'APPROVED', 'VALID', 'ISSUED', 'ACTIVE'];

/** Returns the colour of the result. A document without a standing is genuine, and nothing more is said about it. */
export function toneOf({ verdict, standing }: Pick<Finding, 'verdict' | 'standing'>): 'red' | 'green' | 'amber' {
  if (verdict === 'notGenuine' || verdict === 'unreadable') return 'red';
  return verdict === 'genuine' && (!standing || good.includes(standing.code)) ? 'green' : 'amber';
}

export interface Claims {
  k: string;
  r: string;
  iat: number;
  nbf?: number;
  exp?: number;
}

export const iso = (seconds: number | undefined) => (typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined);

/** Returns the content of the code without verifying it. Do not trust it before the signature has been checked. */
export function claimsOf(token: string): Claims | undefined {
  if (looksLikeSeal(token)) {
    const facts = readSeal(token)?.facts;
    return facts && { k: facts.kind, r: facts.reference, iat: facts.issuedAt };
  }
  try {
    const part = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)))) as Claims;
    return typeof claims.k === 'string' && typeof claims.r === 'string' ? claims : undefined;
  } catch {
    return undefined;
  }
}

export const inTime = (claims: Claims, at = Date.now() / 1000): 'genuine' | 'expired' | 'notYet' =>
  claims.exp && claims.exp < at ? 'expired' : claims.nbf && claims.nbf > at ? 'notYet' : 'genuine';

export const now = (): string => new Date().toISOString();

/** Calls the service of an area. */
export type Ask = (area: Area, path: string) => Promise<Answer>;

/**
 * Returns what the issuing area says about the document, with its current standing.
 * @returns undefined if no area knows this kind of document
 * @throws if the service does not answer
 */
export async function findingOf(token: string, registry: Registry | undefined, ask: Ask): Promise<Finding | undefined> {
  const claims = claimsOf(token);
  if (!claims) return { verdict: 'unreadable', genuine: false, checkedAt: now() };
  const area = registry?.areas.find(({ verification }) => verification?.includes(claims.k));
  if (!area) return undefined;
  const answer = { ...(await ask(area, `/v1/verify/${encodeURIComponent(token)}`)), checkedAt: now() };
  if (!answer.genuine) return { ...answer, verdict: 'notGenuine' };
  const facts = { kind: claims.k, reference: claims.r, issuedAt: iso(claims.iat), validFrom: iso(claims.nbf), validUntil: iso(claims.exp), ...answer };
  if (answer.superseded) return { ...facts, verdict: 'superseded', standing: undefined, holder: undefined, publicScreen: undefined };
  if (!answer.expired && inTime(claims) !== 'expired') return { ...facts, verdict: 'genuine' };
  // An expired code proves nothing about the current document, and gives the public no link.
  return { ...facts, verdict: 'expired', standing: undefined, holder: undefined, publicScreen: undefined };
}

/** Time in ms in which a finding is not requested again. */
export const FRESH = 60_000;

/** Returns the key of a finding in the shell's query cache. */
export const findingKey = (token: string, registry: Registry | undefined) => ['verify', token, registry?.generation ?? 0];
