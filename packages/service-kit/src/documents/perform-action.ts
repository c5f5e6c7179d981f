/** Performs an action on a document. */
import { type ContractClass, type DocumentEnvelope, L, sentence } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { conflict, type Fault } from '../http/problems.ts';
import { threadParts } from '../thread/thread-parts.ts';
import { hasLeftStep } from '../work/work-step.ts';
import { asObject, commentOf, notLeftOut, type Plain, readInput, requiresContract } from './action-body.ts';
import { allowedAction } from './allowed-action.ts';
import { assignIds, serverSide } from './body-fields.ts';
import { completeDocument, inputErrors, statusAfter } from './complete-document.ts';
import type { ServerFields } from './document-definition.ts';
import type { AnyReader, DocumentReader, FoundDocument } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import { doneBy, historyEntry } from './history-entry.ts';
import type { Answer, StoredAnswer } from './idempotency.ts';
import { makeSecondDocument } from './second-document.ts';
import type { ActionRule } from './workflow.ts';
import { lastStep } from './workflow-evaluator.ts';
import { replaceVersion, rowFor } from './write-version.ts';

/** The next version of a document, completed and checked but not yet written. */
export interface PreparedAction<Model> {
  id: string;
  version: number;
  /** Writes the version and everything that belongs to it. @throws 409 where the document was changed in the meantime */
  write(tx: EntityManager): Promise<void>;
  /** Returns the response about the version. */
  envelope(): DocumentEnvelope<Model>;
}

/**
 * Performs an action on a document.
 * @throws 404, 401, 403, 409 (stale version, not allowed now), 422 with every broken rule
 */
export async function performAction<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  asked: string,
  action: string,
  body: unknown,
  call: Call,
): Promise<Answer<DocumentEnvelope<Model>>> {
  const { kit } = documents;
  await ready(documents);
  const work = async (remember: (tx: EntityManager, made: StoredAnswer) => Promise<void>): Promise<Answer<DocumentEnvelope<Model>>> => {
    const plain = asObject(body);
    const found = await documents.find(asked, call);
    const rule = await changingAction(documents, found, action, plain, call);
    if (rule.makes) {
      const before = documents.modelOf(found.row);
      const read = inputOf(documents.definition.contract, rule, before, plain);
      return makeSecondDocument(documents, found, action, rule, rule.makes, { before, ...read, plain }, call, remember);
    }
    const { id, version, write, envelope } = await nextVersion(documents, found, action, rule, plain, call);
    return kit.db.write(async (tx) => {
      await remember(tx, { status: 200, documentId: id, version });
      await write(tx);
      return { status: 200, body: envelope() };
    });
  };
  return kit.idempotency.once(call, body, work, (made) => documents.rebuildAnswer(made, call, asked));
}

/**
 * Prepares and checks the version to which an action leads, so that it can be written together with others. The action must not make a second document.
 * @throws 404, 401, 403, 409 (stale version, not allowed now), 422 with every broken rule
 */
export async function prepareAction<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  asked: string,
  action: string,
  body: unknown,
  call: Call,
): Promise<PreparedAction<Model>> {
  await ready(documents);
  const plain = asObject(body);
  const found = await documents.find(asked, call);
  return nextVersion(documents, found, action, await changingAction(documents, found, action, plain, call), plain, call);
}

const ready = ({ definition, kit }: Pick<AnyReader, 'definition' | 'kit'>): Promise<unknown> =>
  Promise.all([kit.catalogues.warm(definition.contract), kit.calendar.ready()]);

/** Returns the rule of an action that the caller may do now and that changes the document. @throws 401, 403, 409, 422 */
async function changingAction<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  found: FoundDocument<Row>,
  action: string,
  plain: Plain,
  call: Call,
): Promise<ActionRule<Status, Model>> {
  const rule = await allowedAction(documents, found, action, plain, call);
  if (rule.differentFrom) requireStepUp(call.actor, documents.kit.settings, documents.kit.clock.now());
  if (rule.kind === 'download' || rule.kind === 'navigate')
    throw conflict('ACTION_NOT_ALLOWED', sentence('{{label}} changes nothing: use GET', '{{label}} não altera nada: use GET', { label: rule.label }));
  return rule;
}

/** Reads the input of an action. An input with a comment gets the one of the action, which stands in any of three places of the body. */
function inputOf<Status extends string, Model extends object>(
  contract: ContractClass,
  rule: ActionRule<Status, Model>,
  before: Model,
  plain: Plain,
): { input: Plain; faults: Fault[] } {
  if (!rule.input) return { input: {}, faults: [] };
  const body = { ...(rule.partial ? before : {}), ...plain, comment: commentOf(plain) || plain.comment };
  return readInput(rule.input as ContractClass<Plain>, body, requiresContract(rule, contract));
}

async function nextVersion<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  found: FoundDocument<Row>,
  action: string,
  rule: ActionRule<Status, Model>,
  plain: Plain,
  call: Call,
): Promise<PreparedAction<Model>> {
  const { definition: d, kit } = documents;
  const { row, access } = found;
  const { id } = row;
  const now = kit.clock.now();
  const before = documents.modelOf(row);
  const { input, faults } = inputOf(d.contract, rule, before, plain);
  faults.push(...(await inputErrors(documents, rule, input, before, call)).filter(notLeftOut(faults)));
  if (rule.input) assignIds(rule.input, input, kit.ids);
  const undone = rule.undoes && lastStep(d.workflow as never, before.actions);
  const previous = undone ? await documents.rowOfVersion(row, (undone.version ?? row.version) - 1) : null;
  if (rule.undoes && !previous) throw conflict('ACTION_NOT_ALLOWED', L('There is nothing to undo', 'Não há nada para anular'));
  const changed = previous
    ? documents.modelOf(previous)
    : rule.change
      ? rule.change(structuredClone(before), input, { actor: call.actor, now, settings: kit.settings })
      : ({ ...kept(d.contract, rule, before), ...input } as Model);
  await completeDocument(documents, changed, before, action, rule, plain, call, faults, input);
  const settled = rule.hold ? rule.hold(before, changed, { action, actor: call.actor, now, settings: kit.settings }) : changed;
  const comment = commentOf(plain);
  const said = await threadParts(kit, rule, plain, before, call);
  const status = (previous?.documentStatus ?? statusAfter(rule, settled, input, call, row.documentStatus)) as Status;
  // A draft is registered by the first action that does not keep it a draft.
  const serial = row.reference || rule.draft ? {} : { serialReference: await kit.serials.next(d.documentCode(settled), d.series?.(settled)) };
  const version = row.version + 1;
  const model: Model = {
    ...settled,
    ...serial,
    id,
    version,
    documentStatus: status,
    actions: [...before.actions, { ...historyEntry(documents, action, version, status, comment, call, now, access), ...said }],
    doneBy: doneBy(before.doneBy, id, action, call),
  };
  const next = rowFor(documents, model, call, now, action, row);
  const storedRow = documents.rows.toStoredRow(next);
  return {
    id,
    version,
    // The applicant is notified when the second officer confirms, not when the change is asked for.
    write: (tx) =>
      replaceVersion(documents, tx, { model, before: row, storedRow, rule: settled === changed ? rule : { ...rule, tells: undefined }, comment, call }),
    // A claim ends with the step for which it was made.
    envelope: () => documents.envelope(next, call, hasLeftStep(row, next) ? { ...found, claim: null } : found),
  };
}

/** Returns the fields of the stored document that stay when an action's input replaces the rest. */
function kept<Status extends string, Model extends object>(contract: ContractClass, rule: ActionRule<Status, Model>, before: Model): Plain {
  return rule.input === contract ? serverSide(contract, before) : { ...(before as Plain) };
}
