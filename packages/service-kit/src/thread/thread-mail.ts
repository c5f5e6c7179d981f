/** Notifies the officer who asked an applicant a question that there is an answer. */
import { L, sentence } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import { accessTo } from '../access/access.ts';
import type { Call } from '../auth/actor.ts';
import { DocumentActionRow } from '../database/kit.entities.ts';
import type { ServerFields } from '../documents/document-definition.ts';
import type { AnyReader } from '../documents/document-reader.ts';
import type { ActionRule } from '../documents/workflow.ts';
import type { Letter } from '../messages/letter.ts';

/** Notifies the officer of an answer, in the transaction of the answer. The text of the answer is only shown in the portal. */
export async function tellAsker(
  documents: AnyReader,
  tx: EntityManager,
  model: ServerFields,
  { thread }: Pick<ActionRule<string, unknown>, 'thread'>,
  call: Call,
): Promise<void> {
  const { definition: d, kit } = documents;
  if (thread !== 'answer') return;
  const questions = Object.entries(d.workflow.actions).flatMap(([name, rule]) => ((rule as { thread?: string }).thread === 'question' ? [name] : []));
  const asked = model.actions.findLast(({ action }) => action !== undefined && questions.includes(action));
  const by = asked && (await tx.findOneBy(DocumentActionRow, { id: asked.id }));
  if (!by) return;
  const row = { id: model.id, reference: model.serialReference?.reference ?? null, agencyCode: d.project(model).agencyCode ?? null };
  if (!by.userSub) return;
  kit.events.announce(tx, d, row, 'answered', call, [by.userSub]);
  // The message names the document's id, so it goes to the present address of an officer who may still read the document.
  const [officer] = await kit.accounts.withIds([by.userSub], tx);
  if (!officer?.email || !accessTo({ ownerSub: null, agencyCode: row.agencyCode, isDraft: false }, 'id', officer, d.rolePrefix).has('reader')) return;
  const letter: Letter = {
    event: 'answered',
    subject: L('Your question was answered', 'A sua pergunta foi respondida'),
    paragraphs: [
      sentence('The applicant has answered your question on {{title}} {{reference}}.', 'O requerente respondeu à sua pergunta sobre {{title}} {{reference}}.', {
        title: d.title,
        reference: row.reference,
      }),
    ],
    link: { label: L('Open the document', 'Abrir o documento'), url: `${kit.settings.publicUrl}${d.staffScreen}/${model.id}` },
  };
  const eventId = model.actions.at(-1)?.id as string;
  await kit.messages.add(tx, {
    eventId,
    recipient: { channel: 'email', to: officer.email },
    letter,
    kind: d.kind,
    documentId: model.id,
    requestId: call.requestId,
  });
}
