/** Ends the assignments of officials who can no longer work on the case, so that their colleagues find it again. */
import { IsNull } from 'typeorm';
import { accessTo } from '../access/access.ts';
import { systemCall } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { holdsAnyRole } from '../documents/workflow-evaluator.ts';
import { DocumentClaimRow } from './work.entities.ts';

interface AssignedCase {
  id: string;
  sub: string;
  name: string;
  reference: string | null;
  agencyCode: string | null;
}

/**
 * Ends, now, the assignments of a kind whose official no longer counts as present (`StaffAccounts`), no longer has a role of the kind, or is no longer in the
 * agency of the document.
 */
export async function endLostAssignments({ definition: d, kit }: AnyDocuments): Promise<void> {
  const assigned = await kit.db.reader.query<AssignedCase[]>(
    `select w.id as id, w.sub as sub, w.name as name, d.reference as reference, d.agencyCode as agencyCode
     from document_claim w join ${kit.db.reading.getMetadata(d.row).tablePath} d on d.id = w.id where w.kind = ? and w.endsAt is null`,
    [d.kind],
  );
  const subs = [...new Set(assigned.map(({ sub }) => sub))];
  if (subs.length === 0) return;
  const accounts = new Map((await kit.accounts.withIds(subs)).map((account) => [account.sub, account]));
  for (const sub of subs) {
    const account = accounts.get(sub);
    const works = account && holdsAnyRole(d.workflow, d, account) ? account : undefined;
    const lost = assigned.filter(
      ({ sub: officer, agencyCode }) =>
        officer === sub && !(works && accessTo({ ownerSub: null, agencyCode, isDraft: false }, 'id', works, d.rolePrefix).has('reader')),
    );
    for (const { id, name, reference } of lost)
      await kit.db.write(async (tx) => {
        const now = kit.clock.now();
        // Update only the same assignment: a supervisor may have assigned the case to somebody else meanwhile, or another instance has ended the assignment.
        const { affected } = await tx.update(DocumentClaimRow, { id, sub, endsAt: IsNull() }, { endsAt: now });
        if (affected !== 1) return;
        const call = systemCall(`lost-assignments-${dateTime(now)}`);
        await kit.audit.add(tx, call, { action: 'release', kind: d.kind, documentId: id, reference, details: { before: name } });
      });
  }
}
