import { type ListResult, listResult } from '@portal/contract-kit';
import { accessTo } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { findForStaff } from './claim-calls.ts';

/** Returns the officials whom a note on a case can mention: the other accounts that may read the case, by name. @throws 404, 401, 403 */
export async function colleaguesOf(documents: AnyDocuments, asked: string, call: Call): Promise<ListResult<{ name: string; userName: string }>> {
  const { row } = await findForStaff(documents, asked, call);
  const facts = { ownerSub: null, agencyCode: row.agencyCode, isDraft: row.reference === null };
  const able = (await documents.kit.accounts.all()).filter(
    (account) => account.sub !== call.actor.sub && accessTo(facts, 'id', account, documents.definition.rolePrefix).has('reader'),
  );
  const records = able.map(({ name, userName, sub }) => ({ name, userName: userName ?? String(sub) }));
  return listResult(records.sort((a, b) => a.name.localeCompare(b.name)));
}
