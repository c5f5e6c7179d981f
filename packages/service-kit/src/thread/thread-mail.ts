/** Tells the applicant of a question, and the officer who asked of the answer. */
import { valueAt } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { DocumentActionRow } from '../database/kit.entities.ts';
import type { ServerFields } from '../documents/document-definition.ts';
import type { AnyReader } from '../documents/document-reader.ts';
import type { ActionRule } from '../documents/workflow.ts';
import { mailTopic } from '../messages/mail-jobs.ts';
import type { Message } from '../messages/mailbox.ts';

/** Sends what an action of the thread has to tell, in its transaction. The words themselves are read in the portal. */
export async function tellThread(
  documents: AnyReader,
  tx: EntityManager,
  model: ServerFields,
  { thread }: Pick<ActionRule<string, unknown>, 'thread'>,
  call: Call,
): Promise<void> {
  const { definition: d, kit } = documents;
  if (!thread) return;
  const message = thread === 'question' ? toApplicant(documents, model) : await toAsker(documents, tx, model, call);
  if (message && kit.mailbox.isOpen) await kit.outbox.add(tx, mailTopic(d.service), message, call.requestId);
}

/** The language of the applicant is not known here, so both are written. */
function toApplicant({ definition: d, kit }: AnyReader, model: ServerFields): Message | undefined {
  const to = d.reachedBy.email && valueAt(model, d.reachedBy.email);
  if (typeof to !== 'string' || !to) return undefined;
  const reference = model.serialReference?.reference ?? '';
  const text = [
    `The office has a question on your ${d.title.en.toLowerCase()} ${reference}. Read and answer it here:`,
    `O serviço tem uma pergunta sobre o seu documento «${d.title.pt}» ${reference}. Leia e responda aqui:`,
    `${kit.settings.publicUrl}${d.publicScreen}/${model.id}`,
  ].join('\n\n');
  return { to, subject: 'A question about your application / Uma pergunta sobre o seu pedido', text };
}

async function toAsker({ definition: d, kit }: AnyReader, tx: EntityManager, model: ServerFields, call: Call): Promise<Message | undefined> {
  const questions = Object.entries(d.workflow.actions).flatMap(([name, rule]) => ((rule as { thread?: string }).thread === 'question' ? [name] : []));
  const asked = model.actions.findLast(({ action }) => action !== undefined && questions.includes(action));
  const by = asked && (await tx.findOneBy(DocumentActionRow, { id: asked.id }));
  if (!by) return undefined;
  const row = { id: model.id, reference: model.serialReference?.reference ?? null, agencyCode: d.project(model).agencyCode ?? null };
  if (by.userSub) kit.events.announce(tx, d, row, 'answered', call, [by.userSub]);
  if (!asked.user.email) return undefined;
  const text = [
    `The applicant has answered your question on ${d.title.en} ${row.reference}.`,
    `O requerente respondeu à sua pergunta sobre ${d.title.pt} ${row.reference}.`,
    `${kit.settings.publicUrl}${d.staffScreen}/${model.id}`,
  ].join('\n\n');
  return { to: asked.user.email, subject: 'Your question was answered / A sua pergunta foi respondida', text };
}
