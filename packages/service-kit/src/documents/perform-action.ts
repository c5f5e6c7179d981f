/** Does an action on a document. */
import { type ContractClass, type DocumentEnvelope, L, sanitise } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { conflict } from '../http/problems.ts';
import { asObject, checkedComment, type Plain } from './action-body.ts';
import { allowedAction } from './allowed-action.ts';
import { assignIds, serverSide } from './body-fields.ts';
import { completeDocument, inputErrors, statusAfter } from './complete-document.ts';
import type { ServerFields } from './document-definition.ts';
import type { DocumentReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doneBy, historyEntry } from './history-entry.ts';
import type { Answer, Made } from './idempotency.ts';
import { makeSecondDocument } from './second-document.ts';
import type { ActionRule } from './workflow.ts';
import { replaceVersion, rowFor } from './write-version.ts';

/**
 * Does an action on a document.
 * @throws 404, 401, 403, 409 (stale version, not allowed now), 422 with every broken rule
 */
export async function performAction<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  asked: string,
  action: string,
  body: unknown,
  call: Call,
): Promise<Answer<DocumentEnvelope<Model>>> {
  const { definition: d, kit } = documents;
  await Promise.all([kit.catalogues.warm(d.contract), kit.calendar.ready()]);
  const work = async (remember: (tx: EntityManager, made: Made) => Promise<void>): Promise<Answer<DocumentEnvelope<Model>>> => {
    const plain = asObject(body);
    const found = await documents.find(asked, call);
    const { row, access } = found;
    const { id } = row;
    const rule = allowedAction(documents, found, action, plain, call);
    if (rule.kind === 'download' || rule.kind === 'navigate')
      throw conflict('ACTION_NOT_ALLOWED', L(`${rule.label.en} changes nothing: use GET`, `${rule.label.pt} não altera nada: use GET`));
    const now = kit.clock.now();
    const before = documents.modelOf(row);
    const input = (rule.input ? sanitise(rule.input, rule.partial ? { ...before, ...plain } : plain) : {}) as Plain;
    if (rule.makes) return makeSecondDocument(documents, found, action, rule, rule.makes, { before, input, plain }, call, remember);
    const faults = await inputErrors(documents, rule, input, before, call);
    if (rule.input) assignIds(rule.input, input, kit.ids);
    const previous = rule.undoes ? await documents.rowOfVersion(row, row.version - 1) : null;
    if (rule.undoes && !previous) throw conflict('ACTION_NOT_ALLOWED', L('There is nothing to undo', 'Não há nada para anular'));
    const changed = previous
      ? documents.modelOf(previous)
      : rule.change
        ? rule.change(structuredClone(before), input, { actor: call.actor, now, settings: kit.settings })
        : ({ ...kept(d.contract, rule, before), ...input } as Model);
    await completeDocument(documents, changed, before, action, rule, plain, call, faults, input);
    const settled = rule.hold ? rule.hold(before, changed, { action, actor: call.actor, now, settings: kit.settings }) : changed;
    const comment = checkedComment(plain, d.commentField);
    const status = (previous?.documentStatus ?? statusAfter(rule, settled, input, call, row.documentStatus)) as Status;
    // A draft is registered by the first action that does not leave it one.
    const serial = row.reference || rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(settled), d.series?.(settled)) };
    const version = row.version + 1;
    const model: Model = {
      ...settled,
      ...serial,
      id,
      version,
      documentStatus: status,
      actions: [...before.actions, historyEntry(documents, action, version, status, comment, call, now, access)],
      doneBy: doneBy(before.doneBy, id, action, call),
    };
    const next = rowFor(documents, model, call, now, action, row);
    const closed = documents.rows.close(next);
    return kit.db.write(async (tx) => {
      await remember(tx, { status: 200, documentId: id, version });
      await replaceVersion(documents, tx, model, row, closed, rule, comment, call);
      return { status: 200, body: documents.envelope(next, call, found) };
    });
  };
  return kit.idempotency.once(call, body, work, (made) => documents.answerAgain(made, call));
}

/** What stays of the stored document when an action's input replaces the rest. */
function kept<Status extends string, Model extends object>(contract: ContractClass, rule: ActionRule<Status, Model>, before: Model): Plain {
  return rule.input === contract ? serverSide(contract, before) : { ...(before as Plain) };
}
