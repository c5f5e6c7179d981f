import { In } from 'typeorm';
import type { Database } from '../database/database.ts';
import { MessageRow, messageStates } from './message.entities.ts';
import { withoutAddresses } from './transport.ts';

/**
 * Records that a message came back.
 * @param id the part of its Message-ID before the @, or the ENVID of the report (RFC 3464)
 * @param reason what the other server said; the addresses in it are masked
 * @returns false where the service has sent no such message
 * @throws Error for an id that no message can have
 */
export async function recordReturnedMail(database: Database, id: string, reason: string): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`The id of a message has 36 characters; "${id}" is none`);
  const { affected } = await database.write((tx) =>
    tx.update(
      MessageRow,
      { id, state: In([messageStates.sent, messageStates.delivered, messageStates.returned]) },
      { state: messageStates.returned, reason: withoutAddresses(reason) || 'It came back' },
    ),
  );
  return affected === 1;
}
