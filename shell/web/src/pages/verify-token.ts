import { verifyToken } from '@portal/web-kit/scan';
import type { Registry, Title } from '../area.ts';
import { shellApi } from '../areas/clients.ts';

/** The answer of an area's service about a code (`GET …/v1/verify/<token>`). */
interface Answer {
  genuine: boolean;
  kind?: string;
  title?: Title;
  reference?: string;
  issuedAt?: string;
  validFrom?: string;
  validUntil?: string;
  /** The code itself has expired, whatever the document's state. */
  expired?: boolean;
  /** For comparison with the card: the photo as a `data:` URL. */
  holder?: { name: string; photo?: string };
  standing?: { code: string; label: string };
  /** The address of the document for signed-in staff. */
  screen?: string;
  /** The address with more details for anybody who has the code: a trip's validity check. */
  publicScreen?: string;
}

export interface Finding extends Answer {
  verdict: 'genuine' | 'expired' | 'notYet' | 'notGenuine' | 'unreadable' | 'unknown';
  /** Only the signature was checked; the document's current state is unknown. */
  signatureOnly?: boolean;
}

interface Claims {
  k: string;
  r: string;
  iat: number;
  nbf?: number;
  exp?: number;
}

const iso = (seconds: number | undefined) => (typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined);

/** The unverified content of the code; it is not trusted before its signature is checked. */
function claimsOf(token: string): Claims | undefined {
  try {
    const part = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)))) as Claims;
    return typeof claims.k === 'string' && typeof claims.r === 'string' ? claims : undefined;
  } catch {
    return undefined;
  }
}

const inTime = (claims: Claims, now = Date.now() / 1000): 'genuine' | 'expired' | 'notYet' =>
  claims.exp && claims.exp < now ? 'expired' : claims.nbf && claims.nbf > now ? 'notYet' : 'genuine';

async function bySignature(token: string, claims: Claims): Promise<Finding> {
  const facts = {
    kind: claims.k,
    reference: claims.r,
    issuedAt: iso(claims.iat),
    validFrom: iso(claims.nbf),
    validUntil: iso(claims.exp),
    signatureOnly: true,
  };
  const result = await verifyToken(token, { keysUrl: '/api/reference/v1/keys' }).catch(() => undefined);
  if (!result || result.reason === 'keys') return { verdict: 'unknown', genuine: false };
  // An expired code is still genuine; the reader sees which of the two applies.
  if (result.genuine || result.reason === 'expired' || result.reason === 'not-yet') return { ...facts, verdict: inTime(claims), genuine: true };
  return { verdict: 'notGenuine', genuine: false };
}

/**
 * Asks the area that issued the document; only its answer on the standing is shown. Where it cannot answer, only the signature is checked, with the
 * public keys, which the device stores for offline use.
 */
export async function check(token: string, registry: Registry | undefined): Promise<Finding> {
  const claims = claimsOf(token);
  if (!claims) return { verdict: 'unreadable', genuine: false };
  const area = registry?.areas.find(({ verification }) => verification?.includes(claims.k));
  if (!area) return bySignature(token, claims);
  try {
    const answer = await shellApi(area.api).get<Answer>(`/v1/verify/${encodeURIComponent(token)}`);
    if (!answer.genuine) return { ...answer, verdict: 'notGenuine' };
    const facts = { kind: claims.k, reference: claims.r, issuedAt: iso(claims.iat), validFrom: iso(claims.nbf), validUntil: iso(claims.exp), ...answer };
    if (!answer.expired && inTime(claims) !== 'expired') return { ...facts, verdict: 'genuine' };
    // An expired code says nothing about the current document, and gives the public no link.
    return { ...facts, verdict: 'expired', standing: undefined, holder: undefined, publicScreen: undefined };
  } catch {
    return bySignature(token, claims);
  }
}
