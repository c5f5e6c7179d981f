/** Asks svc-media about the files that documents name. */
import { Injectable } from '@nestjs/common';
import { type Bilingual, L, type ListResult, type MediaDescription, type Problem, withoutInvisible } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CallTokens } from '../auth/call-tokens.ts';
import { type Fault, notFound, unavailable, unprocessable } from '../http/problems.ts';
import { fetchTraced } from '../observe/tracing.ts';
import { logUnreached } from '../observe/unreached.ts';
import { ServiceSettings } from '../settings/settings.ts';

const timeoutMs = 5_000;
const cannotBeChecked = L(
  'The files cannot be checked now. Try again in a moment.',
  'Os ficheiros não podem ser verificados agora. Tente de novo dentro de momentos.',
);
const noPhotoNow = L('The photo cannot be fetched just now', 'A fotografia não pode ser obtida neste momento');

/** Returns the fault of a field that names a file unknown to svc-media. */
export const fileNotFound = (field: string): Fault => ({
  code: 'CHOICE',
  field,
  message: L('The file was not found. Upload it again.', 'O ficheiro não foi encontrado. Carregue-o de novo.'),
});

/**
 * Writes the name and size from svc-media into each row that names a file, the name without invisible characters. The values that the client sent are ignored.
 * @returns a fault for each row whose file svc-media does not have
 */
export function takeDescriptions(
  rows: readonly { uid?: string; name?: string; size?: number }[] | undefined,
  files: ReadonlyMap<string | undefined, Pick<MediaDescription, 'name' | 'size'>>,
  field = 'medias',
): Fault[] {
  return (rows ?? []).flatMap((row, i) => {
    const file = files.get(row.uid);
    if (file) Object.assign(row, { name: withoutInvisible(file.name), size: file.size });
    return row.uid && !file ? [fileNotFound(`${field}.${i}.uid`)] : [];
  });
}

interface FileAnswer {
  model?: { type?: string; fileBlob?: string };
}

@Injectable()
export class MediaClient {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly calls: CallTokens,
  ) {}

  /**
   * Returns the files with these uids, by uid. Uids that are invalid or that svc-media does not know are missing from the answer.
   * @param documentId the document that will hold the files, where it is stored already
   * @param reserve whether the document is valid and will be written now: until it holds the files, nobody can delete or replace them
   * @throws 422 where the document would hold too many files or megabytes; 503 where svc-media cannot be reached
   */
  async describe(
    uids: readonly (string | undefined)[],
    { requestId, language }: Call,
    documentId?: string,
    reserve = false,
  ): Promise<Map<string, MediaDescription>> {
    const asked = [...new Set(uids.filter((uid) => typeof uid === 'string' && uid !== ''))];
    if (asked.length === 0) return new Map();
    const { status, body } = await this.ask<ListResult<MediaDescription> & Problem>(
      'POST /internal/media/describe',
      '/internal/media/describe',
      cannotBeChecked,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(await this.calls.headers('svc-media')),
          'X-Request-Id': requestId,
          'accept-language': language,
        },
        body: JSON.stringify({ uids: asked, documentId, reserve }),
      },
    );
    if (status === 422) throw unprocessable(body.errors);
    if (status !== 200) throw unavailable(cannotBeChecked);
    return new Map(body.records.map((file) => [file.uid, file]));
  }

  /** Returns a photo as svc-media answers it to this caller. @param authorization the caller's own header @throws 404, 503 */
  async photo(uid: string, authorization: string | undefined): Promise<FileAnswer> {
    const { status, body } = await this.ask<FileAnswer>('GET /v1/photo/:id/document', `/v1/photo/${encodeURIComponent(uid)}/document`, noPhotoNow, {
      headers: authorization ? { authorization } : {},
    });
    if (status === 404) throw notFound('photo');
    if (status !== 200) throw unavailable(noPhotoNow);
    return body;
  }

  /** Returns a photo as a data URL, for a page that shows it; undefined where svc-media does not have it or cannot be reached. */
  async photoDataUrl(uid: string): Promise<string | undefined> {
    const { type, fileBlob } = (await this.photo(uid, undefined).catch(() => undefined))?.model ?? {};
    return type?.startsWith('image/') && fileBlob ? `data:${type};base64,${fileBlob}` : undefined;
  }

  /** Calls svc-media. @throws 503 with the message `whenUnreachable` where there is no answer, or one that is not JSON */
  private async ask<Answer>(
    name: string,
    path: string,
    whenUnreachable: Bilingual,
    init: RequestInit & { headers: Record<string, string> },
  ): Promise<{ status: number; body: Answer }> {
    try {
      const answer = await fetchTraced(name, `${this.settings.mediaUrl}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      return { status: answer.status, body: (await answer.json()) as Answer };
    } catch (error) {
      logUnreached(name, error);
      throw unavailable(whenUnreachable);
    }
  }
}
