import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { L } from '@portal/contract-kit';
import { badRequest, isTransientError, ProblemError, unprocessable } from '@portal/service-kit';
import type { FastifyRequest } from 'fastify';
import type { TemporaryFiles } from '../storage/temporary-files.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MOST_DISCARDED = 64 * 1024 * 1024;

/** A file that was received but not yet checked, so that nobody can download it yet. */
export interface StagedFile {
  path: string;
  name: string | undefined;
  fields: Record<string, string>;
}

export const tooLarge = (): ProblemError =>
  new ProblemError(413, [{ code: 'FILE_TOO_LARGE', field: 'file', message: L('The file is larger than 10 MB', 'O ficheiro tem mais de 10 MB') }]);

/**
 * Streams the single file of a multipart request to the disk, passes it to `use`, and always deletes it afterwards.
 * @throws 413 as soon as the file exceeds the limit, 422 without a file, 400 for an interrupted or malformed request, 503 while the disk is full
 */
export async function withUpload<Result>(request: FastifyRequest, temporary: TemporaryFiles, use: (staged: StagedFile) => Promise<Result>): Promise<Result> {
  if (!request.isMultipart()) throw badRequest('BAD_REQUEST', '', 'Send the file as multipart/form-data');
  const staged: StagedFile = { path: temporary.next(), name: undefined, fields: {} };
  try {
    await receive(request, staged);
    return await use(staged);
  } finally {
    await rm(staged.path, { force: true });
  }
}

async function receive(request: FastifyRequest, staged: StagedFile): Promise<void> {
  let files = 0;
  try {
    const parts = request.parts({ limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 10, fieldSize: 1_000, parts: 12 } });
    for await (const part of parts) {
      if (part.type === 'field') staged.fields[part.fieldname] = String(part.value);
      else {
        files++;
        staged.name = part.filename;
        await keep(part, staged.path);
      }
    }
  } catch (error) {
    discardRest(request.raw);
    // A full disk is the server's fault: answer 503 so that clients retry.
    if (error instanceof ProblemError || isTransientError(error)) throw error;
    throw badRequest('BAD_REQUEST', '', L('The upload cannot be read to its end', 'O envio não pode ser lido até ao fim'));
  }
  // A form without a chosen file still sends the field, with an empty name.
  if (files === 0 || !staged.name) throw unprocessable([{ code: 'REQUIRED', field: 'file', message: L('Please select a file!', 'Selecione um ficheiro!') }]);
}

/**
 * Reads and discards the rest of the request, so that the sender receives the response; after 64 MB the connection is closed. A paused connection would never
 * end, and a disconnect of the sender would go unnoticed.
 */
function discardRest(raw: IncomingMessage): void {
  let left = MOST_DISCARDED;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.destroy();
  });
  raw.resume();
}

async function keep(part: MultipartFile, path: string): Promise<void> {
  const { file } = part;
  // Refuse as soon as the limit is reached, not at the end of the file: the sender of a gigabyte gets the response after ten megabytes.
  file.once('limit', () => file.destroy(tooLarge()));
  const kept = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(file, kept);
  } finally {
    // A stream that is destroyed while its file is being opened still creates the file, so wait for it to close before deleting the file.
    if (!kept.closed) await once(kept, 'close');
  }
  if (file.truncated) throw tooLarge();
}
