/** Notifies the applicant of a document about its events. */
import { type Bilingual, formatAmount, inBoth, L, type Language, valueAt } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { ServerFields } from '../documents/document-definition.ts';
import type { AnyReader } from '../documents/document-reader.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { type ActionRule, isToApplicant } from '../documents/workflow.ts';
import { lastStep } from '../documents/workflow-evaluator.ts';
import { normalised } from '../encryption/blind-index.ts';
import { unsubscribeUrl } from './choices.ts';
import { documentLetter, replacedAddressLetter } from './document-letters.ts';
import type { Letter } from './letter.ts';
import { MessageChoiceRow } from './message.entities.ts';
import { choiceFor, type DocumentEvent } from './message-events.ts';
import { mailboxOf, type Recipient } from './messages.ts';

type Model = ServerFields;
type Rule = Pick<ActionRule<string, unknown>, 'tells' | 'undoes'>;

interface Fee {
  amount?: number;
  status?: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the applicant's own actions, newest first. They show how the applicant can be reached, and in which language. */
const ownActions = (model: Model): Model['actions'] => model.actions.filter(({ capacity }) => capacity === 'applicant').reverse();

/** Returns the language of the applicant's latest action for which it is known. It is unknown for documents that officials registered. */
export const languageOf = (model: Model): Language | undefined => ownActions(model).find(({ language }) => language)?.language;

/** Returns how the applicant is reached: by the e-mail address on the document, by the address of the account, or else by telephone. */
export function applicantOf({ definition: d, kit }: AnyReader, model: Model): Recipient | undefined {
  const { email, phone } = d.reachedBy;
  const onDocument = email ? text(valueAt(model, email)) : '';
  const account = text(ownActions(model).find(({ user }) => user.email)?.user.email);
  const mail = onDocument || account;
  if (mail && kit.messages.isOpen('email')) return { channel: 'email', to: mail };
  const number = phone ? text(valueAt(model, phone)) : '';
  return number && kit.messages.isOpen('sms') ? { channel: 'sms', to: number } : undefined;
}

/** Returns the event of which an action notifies the applicant, if there is one. */
export function eventOf(
  { definition: d }: Pick<AnyReader, 'definition'>,
  model: Model,
  before: Pick<DocumentRow, 'reference'> | null,
  rule: Rule,
): DocumentEvent | undefined {
  if (!model.serialReference) return undefined;
  if (!before?.reference) return 'registered';
  const said = typeof rule.tells === 'object' ? rule.tells[model.documentStatus] : rule.tells;
  // An undo is reported as a change, if the undone action was reported.
  const undone = rule.undoes && lastStep(d.workflow as never, model.actions.slice(0, -1))?.action;
  if (undone) return (d.workflow.actions[undone] as Rule | undefined)?.tells ? 'changed' : undefined;
  return said === 'to-pay' && !dueOf({ definition: d }, model) ? 'changed' : said;
}

const inMoney = (amount: number, currency: string): Bilingual => L(formatAmount(amount, currency, 'en'), formatAmount(amount, currency, 'pt'));

function dueOf({ definition: d }: Pick<AnyReader, 'definition'>, model: Model): Bilingual | undefined {
  const invoice = d.invoice?.(model);
  const due = (invoice?.fees ?? []).filter(({ status }: Fee) => status !== 'PAID');
  const total = due.reduce((sum: number, { amount = 0 }: Fee) => sum + amount, 0);
  return total > 0 ? inMoney(total, invoice?.currencyCode ?? 'USD') : undefined;
}

function receiptOf({ definition: d }: AnyReader, model: Model) {
  const { receipts = [] } = model as { receipts?: { reference: string; total: number }[] };
  const last = receipts.at(-1);
  return last ? { reference: last.reference, amount: inMoney(last.total, d.invoice?.(model).currencyCode ?? 'USD') } : undefined;
}

/** Whether the last action on a document has a comment that its applicant may read. */
function hasCommentFor({ definition: d }: AnyReader, { actions }: Model): boolean {
  const last = actions.at(-1);
  const rule = d.workflow.actions[last?.action ?? ''];
  return Boolean(last?.details && rule && isToApplicant(rule, last.status));
}

/** Writes the letter of an event, with its links. @param says the text of a reminder */
export function letterOf(documents: AnyReader, model: Model, event: DocumentEvent, says?: Bilingual): Letter {
  const { definition: d, kit } = documents;
  const origin = kit.settings.publicUrl.replace(/\/$/, '');
  const genuine = kit.signer.url(documents.statement(model));
  const reference = model.serialReference.reference;
  const application = event === 'registered' ? d.applicationTitle : undefined;
  const letter = documentLetter(event, {
    title: application ?? d.title,
    reference,
    status: d.statusLabels[model.documentStatus] ?? inBoth(model.documentStatus),
    next: d.nextStep?.(model)?.text,
    due: dueOf(documents, model),
    receipt: receiptOf(documents, model),
    hasComment: hasCommentFor(documents, model),
    says,
  });
  return {
    ...letter,
    language: languageOf(model),
    link: { label: L('Open your document', 'Abrir o seu documento'), url: `${origin}${d.publicScreen}/${model.id}` },
    ...(event === 'registered' ? { qr: [{ url: kit.signer.url(documents.statement(model), 'seal'), caption: reference }] } : {}),
    ...(application ? { isApplication: true } : {}),
    genuine,
    ...(choiceFor(event) ? { stop: unsubscribeUrl(kit, d.service, model.id) } : {}),
  };
}

/** Adds the message of an event of a document, unless its applicant cannot be reached or has turned off such messages. @returns whether there is a message */
export async function addEventMessage(
  documents: AnyReader,
  tx: EntityManager,
  model: Model,
  event: DocumentEvent,
  { eventId, says, isPublic, requestId }: { eventId: string; says?: Bilingual; isPublic?: boolean; requestId?: string },
): Promise<boolean> {
  const { definition: d, kit } = documents;
  const recipient = applicantOf(documents, model);
  if (!recipient) return false;
  const choice = choiceFor(event);
  if (choice && (await tx.existsBy(MessageChoiceRow, { documentId: model.id, [choice]: true }))) return false;
  const letter = letterOf(documents, model, event, says);
  await kit.messages.add(tx, { eventId, recipient, letter, kind: d.kind, documentId: model.id, isPublic, requestId });
  return true;
}

/** Whether two addresses are of one mailbox or telephone, however they are written. Messages about one event to different ones have different ids. */
function isSameMailbox(one: Recipient, other: Recipient): boolean {
  const [first, second] = [mailboxOf(one), mailboxOf(other)];
  return first.channel === second.channel && normalised(first.to) === normalised(second.to);
}

/** Returns how the applicant was reached before a change, if the change has replaced or removed that address. */
function replacedRecipient(documents: AnyReader, model: Model, before: DocumentRow): Recipient | undefined {
  const [previous, present] = [applicantOf(documents, documents.modelOf(before)), applicantOf(documents, model)];
  return previous && present && isSameMailbox(previous, present) ? undefined : previous;
}

/**
 * Writes the letter to an address that was replaced or removed. It has no links to the document, because its id is the applicant's key, and the address may be somebody
 * else's by now.
 */
function replacedLetter(documents: AnyReader, model: Model): Letter {
  const { definition: d, kit } = documents;
  const hasOther = applicantOf(documents, model) !== undefined;
  const letter = replacedAddressLetter(d.title, model.serialReference.reference, hasOther);
  return { ...letter, language: languageOf(model), genuine: kit.signer.url(documents.statement(model)) };
}

/**
 * Notifies the applicant of an action, in the transaction of the action. If the action replaces or removes the applicant's address, this is told in any case, also to whoever
 * had the address before.
 */
export async function tellApplicant(documents: AnyReader, tx: EntityManager, model: Model, before: DocumentRow | null, rule: Rule, call: Call): Promise<void> {
  const { definition: d, kit } = documents;
  const replaced = before?.reference ? replacedRecipient(documents, model, before) : undefined;
  const event = eventOf(documents, model, before, rule) ?? (replaced && 'changed');
  const eventId = model.actions.at(-1)?.id;
  if (!event || !eventId) return;
  const about = { eventId, isPublic: call.actor.sub === null, requestId: call.requestId };
  await addEventMessage(documents, tx, model, event, about);
  if (replaced) await kit.messages.add(tx, { ...about, recipient: replaced, letter: replacedLetter(documents, model), kind: d.kind, documentId: model.id });
}
