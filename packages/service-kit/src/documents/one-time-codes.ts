/** One-time codes: a person without an account opens a document with a code that is sent to a contact address on the document. */
import { randomInt } from 'node:crypto';
import { type DocumentEnvelope, dayMs, L, type Language, sentence, valueAt } from '@portal/contract-kit';
import { LessThan } from 'typeorm';
import { accessTo } from '../access/access.ts';
import { type DocumentKey, makeDocumentKey } from '../access/document-keys.ts';
import { type Call, isStaff } from '../auth/actor.ts';
import { timingSafeEqualText } from '../auth/timing-safe-equal.ts';
import { addDays, dateTime } from '../clock.ts';
import { OneTimeCodeRow } from '../database/kit.entities.ts';
import { conflict, forbidden, notFound, tooMany, unprocessable } from '../http/problems.ts';
import type { Letter } from '../messages/letter.ts';
import type { Channel } from '../messages/message.entities.ts';
import type { Recipient } from '../messages/messages.ts';
import { hiddenAddress } from '../messages/transport.ts';
import type { DocumentRow } from './document-row.ts';
import type { AnyDocuments } from './documents.ts';
import type { RememberAnswer } from './idempotency.ts';

export const codeMinutes = 10;
export const codeTries = 5;
/** Maximum number of codes for one document in a day, counted over all callers, so that nobody can flood a telephone with codes. */
const codesADay = 5;

export interface SentCode {
  /** The addresses to which the code was sent, with most of each address hidden. */
  sentTo: string[];
  expiresAt: string;
}

const textAt = (body: unknown, path: string): string => {
  const value = valueAt(body, path);
  return typeof value === 'string' ? value.trim() : '';
};

function codeLetter(code: string, portal: string, language: Language): Letter {
  const said = sentence(
    'Your code for {{portal}} is {{code}}. It is valid for {{minutes}} minutes. Give it to nobody. If you did not ask for it, do nothing.',
    'O seu código para {{portal}} é {{code}}. É válido durante {{minutes}} minutos. Não o dê a ninguém. Se não o pediu, não faça nada.',
    { portal, code, minutes: codeMinutes },
  );
  return {
    event: 'code',
    language,
    subject: sentence('Your code for {{portal}}', 'O seu código para {{portal}}', { portal }),
    paragraphs: [said],
    code,
    short: said,
  };
}

export class OneTimeCodes {
  constructor(private readonly documents: AnyDocuments) {}

  /** Binds a code to the key with which it was requested: other people who have found the same document cannot use the code. */
  private purpose({ documentId, asked }: DocumentKey): string {
    return `one-time-code ${documentId} ${asked}`;
  }

  /**
   * Sends a code for the document that a finder's key names, once for each idempotency key. The answer to a repeated call is the first one, which does not
   * hold the code.
   * @throws 401, 403, 404; 409 where the document holds no contact address; 429 after five codes for the document in a day, or
   * after twenty to each of its addresses
   */
  async sendCode(body: unknown, call: Call): Promise<SentCode> {
    return this.documents.kit.idempotency.answerOnce<SentCode>(call, body, (remember) => this.send(body, call, remember));
  }

  private async send(body: unknown, call: Call, remember: RememberAnswer<SentCode>): Promise<SentCode> {
    const { documents } = this;
    const { kit, definition } = documents;
    const { row: found, key } = await documents.find(textAt(body, 'id'), call);
    if (isStaff(call.actor)) throw forbidden();
    const now = kit.clock.now();
    const today = kit.clock.today();
    const expiresAt = new Date(now.getTime() + codeMinutes * 60_000);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const digest = kit.blindIndex.digest(this.purpose(key), code) as string;
    return kit.db.write(async (tx) => {
      // The lock on the document makes requests for its codes wait for one another, so that each of them is counted. The document, or its addresses, may have
      // been erased since it was found.
      const row = (await kit.db.findForUpdate(tx, definition.row, found.id)) as DocumentRow | null;
      if (!row) throw notFound();
      const addresses = this.addressesOf(row);
      await tx.delete(OneTimeCodeRow, { expiresAt: LessThan(new Date(now.getTime() - 2 * dayMs)) });
      const before = await tx.findOneBy(OneTimeCodeRow, { documentId: key.documentId });
      const sentToday = before?.sentOn === today ? before.sentToday : 0;
      const recipients: Recipient[] = [];
      for (const recipient of addresses) if (await kit.messages.mayGetCode(tx, recipient)) recipients.push(recipient);
      // The answer is the same in both cases, so that nobody learns how many codes an address got for other documents.
      if (sentToday >= codesADay || recipients.length === 0)
        throw tooMany(
          L('Too many codes were sent today. Try again tomorrow.', 'Foram enviados demasiados códigos hoje. Tente amanhã.'),
          Math.ceil((Date.parse(`${addDays(today, 1)}T00:00:00Z`) - now.getTime()) / 1000),
        );
      await tx.delete(OneTimeCodeRow, { documentId: key.documentId });
      await tx.insert(OneTimeCodeRow, { documentId: key.documentId, digest, tries: 0, sentToday: sentToday + 1, sentOn: today, expiresAt });
      await kit.audit.add(tx, call, { action: 'code-sent', kind: definition.kind, documentId: row.id, reference: row.reference });
      const message = { eventId: kit.ids.next(), kind: definition.kind, documentId: row.id, minutes: codeMinutes, requestId: call.requestId };
      const letter = codeLetter(code, kit.settings.portalName, call.language);
      for (const recipient of recipients) await kit.messages.add(tx, { ...message, recipient, letter });
      const answer: SentCode = { sentTo: recipients.map(({ to }) => hiddenAddress(to)), expiresAt: dateTime(expiresAt) };
      await remember(tx, answer);
      return answer;
    });
  }

  /** Returns the contact addresses on a document that can be reached. @throws 409 where it has none; 503 where none can be reached */
  private addressesOf(row: DocumentRow): Recipient[] {
    const { definition, kit } = this.documents;
    const model = this.documents.modelOf(row);
    const { email, phone } = definition.reachedBy;
    const at = (path: string | undefined, channel: Channel): Recipient[] => (path && textAt(model, path) ? [{ channel, to: textAt(model, path) }] : []);
    const addresses = [...at(email, 'email'), ...at(phone, 'sms')];
    if (addresses.length === 0)
      throw conflict(
        'ACTION_NOT_ALLOWED',
        L(
          'This document holds neither an email address nor a telephone number. Go to the office.',
          'Este documento não tem correio eletrónico nem telefone. Dirija-se ao serviço.',
        ),
      );
    kit.messages.requireOpen(addresses);
    return addresses.filter(({ channel }) => kit.messages.isOpen(channel));
  }

  /**
   * Opens a document with the code that was sent for it. The id in the answer is the applicant's own key: the document's id or, if a signed-in person
   * registered the document, a key that is valid for one day.
   * @throws 401, 403, 404, 422 for a wrong code, 429 after five tries
   */
  async open(body: unknown, call: Call): Promise<DocumentEnvelope<object>> {
    const { documents } = this;
    const { kit, definition } = documents;
    const { row, key } = await documents.find(textAt(body, 'id'), call);
    if (isStaff(call.actor)) throw forbidden();
    const { documentId } = key;
    const code = textAt(body, 'code').slice(0, 20).replace(/\s/g, '');
    const stored = await kit.db.reader.findOneBy(OneTimeCodeRow, { documentId });
    if (!stored || stored.expiresAt < kit.clock.now())
      throw unprocessable([{ code: 'CHOICE', field: 'code', message: L('This code has expired. Ask for a new one.', 'Este código expirou. Peça um novo.') }]);
    // The try is counted before the code is compared, so that two simultaneous guesses count as two tries.
    const counted = await kit.db.write((tx) =>
      tx
        .createQueryBuilder()
        .update(OneTimeCodeRow)
        .set({ tries: () => 'tries + 1' })
        .where('documentId = :documentId and digest = :digest and tries < :most', { documentId, digest: stored.digest, most: codeTries })
        .execute(),
    );
    if (counted.affected !== 1) {
      const now = await kit.db.reader.findOneBy(OneTimeCodeRow, { documentId });
      if (now?.digest === stored.digest)
        throw tooMany(L('Too many wrong codes. Ask for a new one.', 'Demasiados códigos errados. Peça um novo.'), codeMinutes * 60);
      // While this code was being checked, it was replaced by another code or used by another call.
      throw unprocessable([
        {
          code: 'CHOICE',
          field: 'code',
          message: L('This code is no longer valid. Enter the one that was sent last.', 'Este código já não é válido. Escreva o que foi enviado por último.'),
        },
      ]);
    }
    if (!timingSafeEqualText(kit.blindIndex.digest(this.purpose(key), code) ?? '', stored.digest))
      throw unprocessable([
        {
          code: 'CHOICE',
          field: 'code',
          message: L('This is not the code that was sent', 'Este não é o código que foi enviado'),
        },
      ]);
    await kit.db.write(async (tx) => {
      const { affected } = await tx.update(
        OneTimeCodeRow,
        { documentId, digest: stored.digest },
        { digest: '', expiresAt: new Date(kit.clock.now().getTime() - 1) },
      );
      if (affected !== 1)
        throw unprocessable([
          { code: 'CHOICE', field: 'code', message: L('This code was used already. Ask for a new one.', 'Este código já foi usado. Peça um novo.') },
        ]);
      await kit.audit.add(tx, call, { action: 'opened-with-code', kind: definition.kind, documentId: row.id, reference: row.reference });
    });
    const isPublic = row.ownerSub === null;
    const asked = isPublic ? row.id : makeDocumentKey(kit.encryption, kit.clock, definition.kind, row.id, 'code');
    const { ownerSub, agencyCode } = row;
    const access = accessTo({ ownerSub, agencyCode, isDraft: row.reference === null }, 'code', call.actor, definition.rolePrefix);
    return documents.envelope(row, call, { access, key: { documentId, kind: 'code', asked } });
  }
}
