import type { ListResult } from '@portal/contract-kit';
import { type Api, asProblem, eq } from '@portal/web-kit';
import { verifyToken } from '@portal/web-kit/scan';

/** What the area's service says of a code. */
interface Verified {
  genuine: boolean;
  kind?: string;
  reference?: string;
  issuedAt?: string;
  /** Where the officer reads the document. */
  screen?: string;
}

export interface Finding {
  verdict: 'genuine' | 'notGenuine' | 'notFound' | 'unknown' | 'failed';
  kind?: string;
  reference?: string;
  issuedAt?: string;
  screen?: string;
  /** The service could not be asked: only the signature was checked, on this device. */
  offline?: boolean;
}

const signedStatement = /(?:^|\/v\/)([\w-]+\.[\w-]+\.[\w-]+)\/?$/;
const writtenReference = /^(ARR|DEP)-?(\d{4})-?(\d{1,7})$/i;

/** A code's token: alone, or at the end of the address that a QR code holds. */
export const tokenIn = (text: string): string | undefined => signedStatement.exec(text.trim())?.[1];

/** A typed reference in its full form: `arr-2026-17` is ARR-2026-0000017. */
export function referenceIn(text: string): string | undefined {
  const [, code, year, number] = writtenReference.exec(text.trim().replace(/\s+/g, '')) ?? [];
  return code && year && number ? `${code.toUpperCase()}-${year}-${number.padStart(7, '0')}` : undefined;
}

/** Asks the service of the code; without a connection the signature alone is checked with the keys kept on this device. */
async function checkToken(api: Api, token: string): Promise<Finding> {
  try {
    const answer = await api.get<Verified>(`/v1/verify/${encodeURIComponent(token)}`);
    return { ...answer, verdict: answer.genuine ? 'genuine' : 'notGenuine' };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status > 0 && problem.status < 500) return { verdict: 'notGenuine' };
    const signed = await verifyToken(token, { keysUrl: '/api/reference/v1/keys' });
    if (signed.reason === 'keys') return { verdict: 'unknown', offline: true };
    return { verdict: signed.genuine ? 'genuine' : 'notGenuine', kind: signed.kind, reference: signed.reference, issuedAt: signed.issuedAt, offline: true };
  }
}

async function findReference(api: Api, reference: string): Promise<Finding> {
  const [path, screen, kind] = reference.startsWith('ARR') ? ['traveller', '/other/traveller', 'arrival-declaration'] : ['departure', '/other/departure', 'departure-declaration'];
  try {
    const found = await api.get<ListResult<{ id: string; documentCreatedAt?: string }>>(`/v1/${path}/declaration/search`, { query: { q: { criteria: [eq('serialReference.reference', reference)], paging: { page: 1, size: 1 } } } });
    const row = found.records[0];
    return row ? { verdict: 'genuine', kind, reference, issuedAt: row.documentCreatedAt, screen: `${screen}/declaration/view/${row.id}` } : { verdict: 'notFound', reference };
  } catch {
    return { verdict: 'failed', reference };
  }
}

/** What stands behind a scanned code or a typed reference. */
export function check(api: Api, text: string): Promise<Finding> {
  const token = tokenIn(text);
  if (token) return checkToken(api, token);
  const reference = referenceIn(text);
  return reference ? findReference(api, reference) : Promise.resolve({ verdict: 'notGenuine' });
}
