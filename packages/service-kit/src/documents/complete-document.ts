/** Completes the fields of a document before it is written, and checks all its rules. */
import { type ContractClass, draftErrors, errorsOf, fieldOf, sanitise, sentence, valueAt } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { type Fault, unprocessable } from '../http/problems.ts';
import { fileNotFound } from '../media/media-client.ts';
import { placeAsSent } from '../media/registered-files.ts';
import { commentFaults, commentOf, distinctFaults, notLeftOut, type Plain } from './action-body.ts';
import { assignIds, contactPaths } from './body-fields.ts';
import type { AnyDefinition, ServerFields } from './document-definition.ts';
import type { DocumentReader } from './document-reader.ts';
import type { DocumentRow } from './document-row.ts';
import type { ActionRule } from './workflow.ts';

/** Looks up the codes in the input of an action that takes only part of a document, and returns everything that is wrong with the input. */
export async function inputErrors<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  { definition: d, kit }: DocumentReader<Body, Model, Status, Row>,
  rule: ActionRule<Status, Model>,
  input: Plain,
  before: Model,
  call: Call,
): Promise<Fault[]> {
  if (!rule.input || rule.input === d.contract) return [];
  // Data that an action adds is checked against the catalogues of today: for example, a bank account that was opened yesterday can be paid into.
  const today = await kit.calendar.dayOf();
  return [...(await kit.catalogues.resolve(rule.input, input, today, before)), ...errorsOf(rule.input as ContractClass<Plain>, input, call.language)];
}

/** Derives fields, looks up codes and checks every rule. Changes the model in place. @throws 422 with every broken rule */
export async function completeDocument<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  documents: DocumentReader<Body, Model, Status, Row>,
  model: Model,
  before: Model | undefined,
  action: string,
  rule: ActionRule<Status, Model>,
  plain: Plain,
  call: Call,
  faults: readonly Fault[],
  input: Plain = plain,
): Promise<void> {
  const { definition: d, kit } = documents;
  const errors: Fault[] = [];
  const whole = rule.input === d.contract || before === undefined;
  if (whole) {
    errors.push(...((await d.prepare?.(model, call, before)) ?? []));
    // A registered document and a saved draft keep a code that has been retired. A document that is submitted for the first time is treated as new.
    const keeps = rule.draft || before?.serialReference ? before : undefined;
    errors.push(...(await kit.catalogues.resolve(d.contract, model, await kit.calendar.dayOf(before), keeps, Boolean(before?.serialReference))));
  }
  await d.derive?.(model, whole);
  // A message may name a requirement or another record. It uses the reader's language, not the one in which the document was filled in.
  const inWords = (): Model => documents.localised(model, call.language);
  const comment = commentOf(plain);
  for (const check of rule.require ?? [])
    errors.push(
      ...(check === 'contract'
        ? errorsOf(d.contract, sanitise(d.contract, model, true), call.language).filter((fault) => !isErasedAddress(d, rule, model, before, fault))
        : check(inWords(), input, comment)),
    );
  if (rule.draft) errors.push(...draftErrors(d.contract, sanitise(d.contract, model, true), call.language));
  errors.push(...((await d.check?.(model, action, call, before)) ?? []));
  const found = errors.map((error) => asSent(error, d, model as Plain, plain)).filter(notLeftOut(faults));
  found.push(...commentFaults(plain, d.commentField));
  const needsComment = rule.undoes !== undefined || (typeof rule.comment === 'function' ? rule.comment(model, input, kit.clock.today()) : rule.comment);
  if (needsComment && !comment)
    found.push({
      code: 'REQUIRED',
      field: d.commentField,
      message: sentence('Say why in the comment: "{{label}}" needs one', 'Indique o motivo no comentário: "{{label}}" exige um', { label: rule.label }),
    });
  const all = distinctFaults([...faults, ...found]);
  if (all.length) throw unprocessable(all);
  if (!rule.draft) await reserveFiles(documents, model, before, call);
  if (whole) assignIds(d.contract, model, kit.ids);
}

/**
 * Whether a fault is that a contact address is missing which the stored document does not have either, because a granted request has erased it. An officer does
 * not have to enter it again; the applicant does.
 */
function isErasedAddress<Status extends string, Model extends object>(
  d: AnyDefinition,
  { who }: ActionRule<Status, Model>,
  model: Model,
  before: Model | undefined,
  { code, field }: Fault,
): boolean {
  if (!before || who.owner || who.public || code !== 'REQUIRED' || !field) return false;
  return contactPaths(d, model).includes(field) && valueAt(before, field) === undefined;
}

/**
 * Renumbers a fault in a list of files to the position that the row has in the request body. A fault in a row that the body does not contain names the whole
 * list.
 */
function asSent(fault: Fault, { access, contract }: { access: { files: readonly string[] }; contract: ContractClass }, model: Plain, plain: Plain): Fault {
  const [, list = '', index, rest = ''] = /^(\w+)\.(\d+)(\..*)?$/.exec(fault.field ?? '') ?? [];
  const rows = model[list];
  if (!access.files.includes(list) || !Array.isArray(rows)) return fault;
  const sent = plain[list];
  // The document has no row from beyond this place, see `sanitise`, and a body may have very many.
  const most = (fieldOf(contract, list)?.max ?? 0) + 1;
  const place = placeAsSent(rows, Number(index), Array.isArray(sent) ? sent.slice(0, most) : []);
  return { ...fault, field: place === undefined ? list : `${list}.${place}${rest}` };
}

/** Reserves in svc-media the files that a document adds, once nothing else prevents its submission. The message that the document holds them is sent later. */
async function reserveFiles<Body extends object, Model extends Body & ServerFields, Status extends string, Row extends DocumentRow>(
  { definition: d, kit }: DocumentReader<Body, Model, Status, Row>,
  model: Model,
  before: Model | undefined,
  call: Call,
): Promise<void> {
  const held = new Set(before && before.documentStatus !== d.draftStatus ? d.filesOf?.(before) : []);
  const brought = (d.filesOf?.(model) ?? []).filter((uid) => uid && !held.has(uid));
  if (brought.length === 0) return;
  const files = await kit.media.describe(brought, call, before?.id, true);
  if (brought.some((uid) => !files.has(uid as string))) throw unprocessable([fileNotFound('medias')]);
}

/** Returns the status of a document after an action. @param present its status before the action */
export function statusAfter<Status extends string, Model>(rule: ActionRule<Status, Model>, model: Model, input: Plain, call: Call, present: string): string {
  return typeof rule.to === 'function' ? rule.to(model, input, call.actor) : rule.to === 'unchanged' || rule.to === 'previous' ? present : rule.to;
}
