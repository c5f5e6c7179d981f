/** What an action adds to the thread between office and applicant, besides its comment: the requirement that it is about, and files. */
import { type DocumentActionEntry, L, sentence } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import type { Plain } from '../documents/action-body.ts';
import type { DocumentKit } from '../documents/document-kit.ts';
import type { ActionRule } from '../documents/workflow.ts';
import { type Fault, unprocessable } from '../http/problems.ts';
import { fileNotFound } from '../media/media-client.ts';

/** Maximum number of files of one answer. */
const mostFiles = 10;

export type ThreadParts = Pick<DocumentActionEntry, 'requirementCode' | 'files'>;

/** Returns the ids of the files that came with answers to a document's questions. The document holds these files, like those of its fields. */
export const threadFilesOf = ({ actions }: { actions?: readonly ThreadParts[] }): string[] =>
  (actions ?? []).flatMap(({ files = [] }) => files.map(({ uid }) => uid));

/**
 * Reads these parts from the body of an action: `requirementCode` of a question, `files: [{ uid }]` of an answer. Other actions have no such parts.
 * @throws 422 for a requirement that the document does not have, and for files that svc-media does not have
 */
export async function threadParts(
  { media }: Pick<DocumentKit, 'media'>,
  { thread }: Pick<ActionRule<string, unknown>, 'thread'>,
  body: Plain,
  document: { id: string; requirements?: readonly { id?: string }[] },
  call: Call,
): Promise<ThreadParts> {
  if (thread === 'question') return requirementOf(body.requirementCode, document.requirements ?? []);
  return thread === 'answer' ? { files: await filesOf(media, body.files, document.id, call) } : {};
}

function requirementOf(code: unknown, requirements: readonly { id?: string }[]): ThreadParts {
  if (code === undefined || code === null || code === '') return {};
  if (typeof code === 'string' && requirements.some(({ id }) => id === code)) return { requirementCode: code };
  const message = L('Choose a requirement of this document', 'Escolha um requisito deste documento');
  throw unprocessable([{ code: 'CHOICE', field: 'requirementCode', message }]);
}

async function filesOf(media: DocumentKit['media'], sent: unknown, documentId: string, call: Call): Promise<ThreadParts['files']> {
  if (sent === undefined || sent === null) return undefined;
  const fault = (code: string, field: string, message: Fault['message']): Fault => ({ code, field, message });
  if (!Array.isArray(sent)) throw unprocessable([fault('CHOICE', 'files', L('Files must be a list', 'Os ficheiros devem ser uma lista'))]);
  if (sent.length > mostFiles)
    throw unprocessable([
      fault('MAX_LENGTH', 'files', sentence('At most {{most}} files in one answer', 'No máximo {{most}} ficheiros numa resposta', { most: mostFiles })),
    ]);
  const uids = [...new Set(sent.map((file) => (file as { uid?: unknown } | null)?.uid))];
  const faults = uids.flatMap((uid, i) => (typeof uid === 'string' && uid.length > 0 && uid.length <= 100 ? [] : [fileNotFound(`files.${i}.uid`)]));
  if (faults.length) throw unprocessable(faults);
  const known = await media.describe(uids as string[], call, documentId, true);
  const missing = uids.flatMap((uid, i) => (known.has(String(uid)) ? [] : [fileNotFound(`files.${i}.uid`)]));
  if (missing.length) throw unprocessable(missing);
  const files = uids.flatMap((uid) => known.get(String(uid)) ?? []).map(({ uid, name, size }) => ({ uid, name, size }));
  return files.length ? files : undefined;
}
