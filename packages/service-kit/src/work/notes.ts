/** Notes that officials leave on a document for one another. The public never sees them. */
import { type Bilingual, L, type ListResult, listResult, sentence, textFault } from '@portal/contract-kit';
import { accessTo } from '../access/access.ts';
import type { Actor, Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { insertRow } from '../database/insert.ts';
import { asObject } from '../documents/action-body.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import type { Answer } from '../documents/idempotency.ts';
import { conflict, notFound, unprocessable } from '../http/problems.ts';
import type { Letter } from '../messages/letter.ts';
import { findForStaff } from './claim-calls.ts';
import { noteContext } from './contexts.ts';
import { DocumentNoteRow, type NoteContent } from './work.entities.ts';

const longest = 2_000;
/** Maximum number of notes on a document. `mostMentions` is the maximum number of officials that one note may mention. */
const mostNotes = 1_000;
const mostMentions = 20;
/** Maximum number of words after an @ that are looked up as a name: `@Maria da Costa Pereira`. */
const mostWords = 4;

/** A note as officials see it. */
export interface Note {
  id: string;
  text: string;
  createdAt: string;
  user: { name: string };
  /** The officials whom the note mentions after an @, and who were notified. */
  mentions: { name: string }[];
}

/** Returns the notes on a document, oldest first, for officials who may read the document. @throws 404, 401, 403 */
export async function notesOf(documents: AnyDocuments, asked: string, call: Call): Promise<ListResult<Note>> {
  const found = await findForStaff(documents, asked, call);
  await documents.recordRead(found, call, 'notes');
  const rows = await documents.kit.db.reader.find(DocumentNoteRow, { where: { documentId: found.row.id }, order: { at: 'ASC', id: 'ASC' } });
  return listResult(rows.map((row) => noteShown(documents, row)));
}

/** Adds a note, and notifies the officials whom it mentions after an @. @throws 404, 401, 403, 409, 422 */
export async function addNote(documents: AnyDocuments, asked: string, body: unknown, call: Call): Promise<Answer<{ model: Note }>> {
  const { definition: d, kit } = documents;
  const { row } = await findForStaff(documents, asked, call);
  const { text: raw } = asObject(body);
  const text = typeof raw === 'string' ? raw.trim() : '';
  const fault = (code: string, message: Bilingual) => unprocessable([{ code, field: 'text', message }]);
  if (text === '') throw fault('REQUIRED', L('Write the note', 'Escreva a nota'));
  if ([...text.slice(0, 2 * longest + 1)].length > longest)
    throw fault('MAX_LENGTH', L(`The note must be ${longest} characters or fewer`, `A nota deve ter no máximo ${longest} caracteres`));
  const wrong = textFault(text, L('The note', 'A nota'), true);
  if (wrong) throw fault('TEXT', wrong);
  const mentioned = await mentionedIn(documents, row, text);
  return kit.idempotency.once(
    call,
    body,
    async (remember) => {
      const id = kit.ids.next();
      const content: NoteContent = { text, mentions: mentioned.map(({ sub, name }) => ({ sub: String(sub), name })) };
      const note: DocumentNoteRow = {
        id,
        kind: d.kind,
        documentId: row.id,
        at: kit.clock.now(),
        userSub: call.actor.sub,
        userName: call.actor.name,
        content: kit.encryption.encryptJson(content, noteContext(id)),
      };
      await kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: id, version: 1 });
        // Lock the document, so that no note is left behind if the document is erased at the same time.
        if (!(await kit.db.findForUpdate(tx, d.row, row.id))) throw notFound();
        if ((await tx.countBy(DocumentNoteRow, { documentId: row.id })) >= mostNotes)
          throw conflict('ACTION_NOT_ALLOWED', L('This document has too many notes', 'Este documento tem demasiadas notas'));
        await insertRow(tx, DocumentNoteRow, note);
        await kit.audit.add(tx, call, { action: 'note', kind: d.kind, documentId: row.id, reference: row.reference, details: { note: id } });
        kit.events.announce(
          tx,
          d,
          row,
          'noted',
          call,
          mentioned.map(({ sub }) => sub),
        );
        // Several officials may share an address. It gets one message, because the note and the address determine the message's id.
        for (const to of new Set(mentioned.map(({ email }) => email).filter(Boolean))) {
          const recipient = { channel: 'email', to } as const;
          const message = { eventId: id, recipient, letter: mentionLetter(documents, row, call), kind: d.kind, documentId: row.id, requestId: call.requestId };
          await kit.messages.add(tx, message);
        }
      });
      return { status: 201, body: { model: noteShown(documents, note) } };
    },
    async ({ documentId: id, status }) => {
      const note = await kit.db.findById(DocumentNoteRow, id);
      if (!note) throw notFound('note');
      return { status, body: { model: noteShown(documents, note) } };
    },
  );
}

function noteShown({ kit }: AnyDocuments, { id, at, userName, content }: DocumentNoteRow): Note {
  const { text, mentions } = kit.encryption.decryptJson<NoteContent>(content, noteContext(id));
  return { id, text, createdAt: dateTime(at), user: { name: userName }, mentions: mentions.map(({ name }) => ({ name })) };
}

/** Returns the officials whom a text mentions after an @, by user name or name, and who may read the document. */
async function mentionedIn({ definition: d, kit }: AnyDocuments, row: DocumentRow, text: string): Promise<Actor[]> {
  const found = new Map<string, Actor>();
  const facts = { ownerSub: null, agencyCode: row.agencyCode, isDraft: row.reference === null };
  for (const [, after = ''] of text.matchAll(/(?<![\p{L}\p{N}._-])@([^\n@]{1,200})/gu)) {
    if (found.size >= mostMentions) break;
    const words = after.split(/\s+/u).slice(0, mostWords);
    for (let count = words.length; count > 0; count--) {
      const name = words
        .slice(0, count)
        .join(' ')
        .replace(/[^\p{L}\p{N}]+$/u, '');
      const accounts = name ? (await kit.accounts.named(name)).filter((actor) => accessTo(facts, 'id', actor, d.rolePrefix).has('reader')) : [];
      if (accounts.length !== 1) continue;
      const [account] = accounts as [Actor];
      found.set(String(account.sub), account);
      break;
    }
  }
  return [...found.values()];
}

/** Writes the message to a mentioned official. It contains nothing of the note, which is read in the portal. The official's language is not known. */
function mentionLetter({ definition: d, kit }: AnyDocuments, { id, reference }: DocumentRow, { actor }: Call): Letter {
  return {
    event: 'mentioned',
    subject: L('You are mentioned in a note', 'É mencionado numa nota'),
    paragraphs: [
      sentence('{{name}} mentions you in a note on {{title}} {{reference}}.', '{{name}} menciona-o numa nota sobre {{title}} {{reference}}.', {
        name: actor.name,
        title: d.title,
        reference: reference ?? '',
      }),
    ],
    link: { label: L('Open the document', 'Abrir o documento'), url: `${kit.settings.publicUrl}${d.staffScreen}/${id}` },
  };
}
