/** The messages that were sent about a document, for officials. */
import { type ListResult, listResult } from '@portal/contract-kit';
import { In } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { localise } from '../http/problems.ts';
import { findForStaff } from '../work/claim-calls.ts';
import { letterContext } from './contexts.ts';
import { type Channel, MessageRow, messageStates, type SentContent, type WaitingContent } from './message.entities.ts';
import { eventNames, type MessageEvent } from './message-events.ts';
import { hiddenAddress } from './transport.ts';

/** A message as officials see it. */
export interface SentMessage {
  id: string;
  event: MessageEvent;
  label: string;
  channel: Channel;
  /** The address, with most of it masked. */
  to: string;
  createdAt: string;
  /**
   * `SENT`: a server accepted it. `RETURNED`: it came back afterwards. `FAILED`: no server accepted it. `DISMISSED`: it did not arrive and is not sent again,
   * because an operator decided so or its address was erased.
   */
  state: 'WAITING' | 'SENT' | 'FAILED' | 'RETURNED' | 'DISMISSED';
  sentAt: string | null;
  attempts: number;
  /** What the server answered. */
  reason: string | null;
}

const stateNames: Record<number, SentMessage['state']> = {
  [messageStates.waiting]: 'WAITING',
  [messageStates.sent]: 'SENT',
  [messageStates.delivered]: 'SENT',
  [messageStates.failed]: 'FAILED',
  [messageStates.returned]: 'RETURNED',
  [messageStates.dismissed]: 'DISMISSED',
};

/** Returns the messages about a document, newest first, for officials who may read the document. @throws 404, 401, 403 */
export async function messagesOf(documents: AnyDocuments, asked: string, call: Call): Promise<ListResult<SentMessage>> {
  const { definition: d, kit } = documents;
  const found = await findForStaff(documents, asked, call);
  await documents.recordRead(found, call, 'messages');
  const group = d.printedWith && (found.row as unknown as Record<string, string | null>)[d.printedWith];
  const where = [{ documentId: found.row.id }, ...(group ? [{ groupId: In([group]) }] : [])];
  const rows = await kit.db.reader.find(MessageRow, { where, order: { createdAt: 'DESC', id: 'DESC' }, take: 500 });
  return listResult(
    rows.map(({ id, event, channel, content, createdAt, state, sentAt, attempts, reason }) => {
      const held = kit.encryption.decryptJson<WaitingContent | SentContent>(content as WaitingContent, letterContext(id));
      return {
        id,
        event: event as MessageEvent,
        label: localise(eventNames[event as MessageEvent] ?? event, call.language),
        channel: channel as Channel,
        to: 'sentTo' in held ? held.sentTo : hiddenAddress(held.to),
        createdAt: dateTime(createdAt),
        state: stateNames[state] ?? 'WAITING',
        sentAt: sentAt && dateTime(sentAt),
        attempts,
        reason,
      };
    }),
  );
}
