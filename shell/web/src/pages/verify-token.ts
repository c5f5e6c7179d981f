import { verifyToken } from '@portal/web-kit/scan';
import type { Registry } from '../area.ts';
import { shellApi } from '../areas/clients.ts';
import { type Answer, type Ask, type Claims, claimsOf, type Finding, findingOf, inTime, iso, now } from './finding.ts';

async function bySignature(token: string, claims: Claims): Promise<Finding> {
  const facts = {
    kind: claims.k,
    reference: claims.r,
    issuedAt: iso(claims.iat),
    validFrom: iso(claims.nbf),
    validUntil: iso(claims.exp),
    signatureOnly: true,
    checkedAt: now(),
  };
  const result = await verifyToken(token, { keysUrl: '/api/reference/v1/keys' }).catch(() => undefined);
  if (!result || result.reason === 'keys') return { verdict: 'unknown', genuine: false, checkedAt: now() };
  // An expired code, or one that is not valid yet, is still genuine. The verdict tells the reader which of the two applies.
  if (result.genuine || result.reason === 'expired' || result.reason === 'not-yet') return { ...facts, verdict: inTime(claims), genuine: true };
  return { verdict: 'notGenuine', genuine: false, checkedAt: now() };
}

const askService: Ask = (area, path) => shellApi(area.api).get<Answer>(path);

/** Asks the area about the code. If the area cannot answer, only the signature is checked, with the public keys that the device stores for offline use. */
export async function check(token: string, registry: Registry | undefined): Promise<Finding> {
  const finding = await findingOf(token, registry, askService).catch(() => undefined);
  return finding ?? bySignature(token, claimsOf(token) as Claims);
}
