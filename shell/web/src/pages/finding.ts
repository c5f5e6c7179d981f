import { looksLikeSeal, readSeal } from '@portal/contract-kit/seal';
import type { Area, Registry, Title } from '../area.ts';

/** The answer of an area's service about a code (`GET …/v1/verify/<token>`). */
export interface Answer {
  genuine: boolean;
  kind?: string;
  title?: Title;
  reference?: string;
  issuedAt?: string;
  validFrom?: string;
  validUntil?: string;
  /** The code itself has expired, whatever the document's state. */
  expired?: boolean;
  /** The document was changed after this code was issued, and has another code now. */
  superseded?: boolean;
  /** For comparison with the card: the photo as a `data:` URL. */
  holder?: { name: string; photo?: string };
  standing?: { code: string; label: string };
  /** The address of the document for signed-in staff. */
  screen?: string;
  /** The address with more details for anybody who has the code: a trip's validity check. */
  publicScreen?: string;
}

export interface Finding extends Answer {
  verdict: 'genuine' | 'expired' | 'superseded' | 'notYet' | 'notGenuine' | 'unreadable' | 'unknown';
  /** Only the signature was checked; the document's current state is unknown. */
  signatureOnly?: boolean;
  /** When this was found, as an ISO date-time. */
  checkedAt: string;
}

export interface Claims {
  k: string;
  r: string;
  iat: number;
  nbf?: number;
  exp?: number;
}

export const iso = (seconds: number | undefined) => (typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined);

/** The unverified content of the code; it is not trusted before its signature is checked. */
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
 * What the area that issued the document says of it, with its standing.
 * @returns undefined where no area knows this kind of document
 * @throws where the service does not answer
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
  // An expired code says nothing about the current document, and gives the public no link.
  return { ...facts, verdict: 'expired', standing: undefined, holder: undefined, publicScreen: undefined };
}

/** A finding is not asked for again while it is this young. */
export const FRESH = 60_000;

/** The key of a finding in the shell's query cache. */
export const findingKey = (token: string, registry: Registry | undefined) => ['verify', token, registry?.generation ?? 0];
