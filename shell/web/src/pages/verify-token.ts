import { verifyToken } from '@portal/web-kit/scan';
import type { Registry, Title } from '../area.ts';
import { shellApi } from '../areas/clients.ts';

/** What an area's service says of a code (`GET …/v1/verify/<token>`). */
interface Answer {
  genuine: boolean;
  kind?: string;
  title?: Title;
  reference?: string;
  issuedAt?: string;
  validFrom?: string;
  validUntil?: string;
  /** The code's own time is over, whatever became of the document. */
  expired?: boolean;
  /** To be held against the card: the photo as a `data:` address. */
  holder?: { name: string; photo?: string };
  standing?: { code: string; label: string };
  /** Where signed-in staff find the document. */
  screen?: string;
  /** Where everyone who holds the code sees more of it: a trip's validity check. */
  publicScreen?: string;
}

export interface Finding extends Answer {
  verdict: 'genuine' | 'expired' | 'notYet' | 'notGenuine' | 'unreadable' | 'unknown';
  /** Only the signature was checked; what became of the document since is not known. */
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

/** What the code says of itself; nothing of it is believed before its signature is checked. */
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
  // A code out of its time is still a genuine code; the reader is told which of the two it is.
  if (result.genuine || result.reason === 'expired' || result.reason === 'not-yet') return { ...facts, verdict: inTime(claims), genuine: true };
  return { verdict: 'notGenuine', genuine: false };
}

/**
 * Asks the area that issued the kind of document, whose word on its standing is the only one that is shown; where it cannot answer, the signature alone is checked with the
 * public keys, which the device keeps for use without a connection.
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
    // An old code says nothing of the document as it is now, and leads the public no further.
    return { ...facts, verdict: 'expired', standing: undefined, holder: undefined, publicScreen: undefined };
  } catch {
    return bySignature(token, claims);
  }
}
