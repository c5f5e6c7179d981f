/** Registers a document: an action that starts from nothing. */
import { type DocumentEnvelope, sanitise } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { newDocumentAccess } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import { asObject, checkedComment, type Plain } from './action-body.ts';
import { completeDocument, statusAfter } from './complete-document.ts';
import type { ServerFields } from './document-definition.ts';
import type { DocumentReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doneBy, historyEntry } from './history-entry.ts';
import type { Answer, Made } from './idempotency.ts';
import { type ActionRule, NEW } from './workflow.ts';
import { refusalOf } from './workflow-evaluator.ts';
import { recordAction, rowFor } from './write-version.ts';

/**
 * Registers a document with an action that starts from nothing (`register`, `store`, `direct-submit`).
 * @throws 401, 403, 409, 422 with every broken rule
 */
export async function registerDocument<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  action: string,
  body: unknown,
  call: Call,
): Promise<Answer<DocumentEnvelope<Model>>> {
  const { definition: d, kit } = documents;
  const refusal = refusalOf(d.workflow, d, action, null, call.actor);
  if (refusal) throw refusal;
  await Promise.all([kit.catalogues.warm(d.contract), kit.calendar.ready()]);
  const work = async (remember: (tx: EntityManager, made: Made) => Promise<void>): Promise<Answer<DocumentEnvelope<Model>>> => {
    const plain = asObject(body);
    const rule = d.workflow.actions[action] as ActionRule<Status, Model>;
    const now = kit.clock.now();
    const draft = { ...(await d.blank(call)), ...sanitise(d.contract, plain) } as Model;
    draft.applicantUser = { name: call.actor.sub ? call.actor.name : [(draft as Plain).firstName, (draft as Plain).lastName].filter(Boolean).join(' ') };
    await completeDocument(documents, draft, undefined, action, rule, plain, call, []);
    const id = kit.ids.next();
    const comment = checkedComment(plain, d.commentField);
    const serial = rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(draft), d.series?.(draft)) };
    const status = statusAfter(rule, draft, plain, call, NEW) as Status;
    const model: Model = {
      ...draft,
      id,
      version: 1,
      documentStatus: status,
      ...serial,
      documentCreatedAt: dateTime(now),
      actions: [historyEntry(documents, action, 1, status, comment, call, now, newDocumentAccess(call.actor))],
      doneBy: doneBy(undefined, id, action, call),
    };
    const row = rowFor(documents, model, call, now, action, { ownerSub: call.actor.sub, createdAt: now });
    const closed = documents.rows.close(row);
    return kit.db.write(async (tx) => {
      await remember(tx, { status: 201, documentId: id, version: 1 });
      await insertRow(tx, d.row, closed);
      await recordAction(documents, tx, model, null, closed, rule, comment, call);
      return { status: 201, body: documents.envelope(row, call) };
    });
  };
  return kit.idempotency.once(call, body, work, (made) => documents.answerAgain(made, call));
}
