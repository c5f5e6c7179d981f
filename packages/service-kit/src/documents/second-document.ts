/** Performs an action that makes a second document, such as a renewal. */
import type { DocumentEnvelope } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import type { Fault } from '../http/problems.ts';
import { commentOf, type Plain } from './action-body.ts';
import { completeDocument } from './complete-document.ts';
import type { ServerFields } from './document-definition.ts';
import type { DocumentReader, FoundDocument } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doneBy, historyEntry } from './history-entry.ts';
import type { Answer, StoredAnswer } from './idempotency.ts';
import type { ActionRule, SecondDocument } from './workflow.ts';
import { recordAction, replaceVersion, rowFor } from './write-version.ts';

/**
 * Performs an action that makes a second document. Both documents are written in one transaction, and the response contains the new one. The owner of the first
 * document also owns the new one, even if another person does the action.
 */
export async function makeSecondDocument<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  { row, access, key }: FoundDocument<Row>,
  action: string,
  rule: ActionRule<Status, Model>,
  makes: SecondDocument<Status, Model>,
  { before, input, faults, plain }: { before: Model; input: Plain; faults: Fault[]; plain: Plain },
  call: Call,
  remember: (tx: EntityManager, made: StoredAnswer) => Promise<void>,
): Promise<Answer<DocumentEnvelope<Model>>> {
  const { definition: d, kit } = documents;
  const now = kit.clock.now();
  const comment = commentOf(plain);
  const draft = (await makes.fields(before, input, { body: plain, blank: await d.blank(call), catalogues: kit.catalogues })) as Model;
  await completeDocument(documents, draft, undefined, action, rule, plain, call, [...faults, ...(makes.errors?.(before, input, draft) ?? [])]);
  const id = kit.ids.unguessable();
  const made: Model = {
    ...draft,
    id,
    version: 1,
    documentStatus: makes.status,
    serialReference: await kit.serials.next(d.documentCode(draft), d.series?.(draft)),
    documentCreatedAt: dateTime(now),
    actions: [historyEntry(documents, action, 1, makes.status, comment, call, now, access)],
    doneBy: doneBy(undefined, id, action, call),
  };
  const version = row.version + 1;
  const linked: Model = {
    ...before,
    ...makes.link(made),
    version,
    actions: [...before.actions, historyEntry(documents, action, version, before.documentStatus, comment, call, now, access)],
    doneBy: doneBy(before.doneBy, before.id, action, call),
  };
  const madeRow = rowFor(documents, made, call, now, action, { ownerSub: row.ownerSub, createdAt: now });
  const storedMade = documents.rows.toStoredRow(madeRow);
  const storedLinked = documents.rows.toStoredRow(rowFor(documents, linked, call, now, action, row));
  return kit.db.write(async (tx) => {
    await remember(tx, { status: 201, documentId: id, version: 1 });
    await replaceVersion(documents, tx, { model: linked, before: row, storedRow: storedLinked, rule, comment, call });
    await insertRow(tx, d.row, storedMade);
    const ruleOfMade = { ...rule, render: makes.render ?? [] };
    await recordAction(documents, tx, { model: made, before: null, storedRow: storedMade, rule: ruleOfMade, comment, call });
    return { status: 201, body: documents.envelope(madeRow, call, documents.accessAfterAction(madeRow, key, call)) };
  });
}
