/** What svc-media knows of the files that an application names. */
import { Injectable } from '@nestjs/common';
import { L, type ListResult, type MediaDescription, type Problem } from '@portal/contract-kit';
import { type Call, type Fault, fetchTraced, notFound, ServiceSettings, unavailable, unprocessable } from '@portal/service-kit';
import type { LicenceDocument } from '../../contract/index.ts';

/** All files of one application together. */
const mostBytes = 50 * 1024 * 1024;
const notThere = L('The file was not found. Upload it again.', 'O ficheiro não foi encontrado. Envie-o de novo.');
const noImage = {
  photoInstance: L('The photo must be an image', 'A fotografia deve ser uma imagem'),
  signature: L('The signature must be an image', 'A assinatura deve ser uma imagem'),
};
const tooLarge = L('All files together may be at most 50 MB', 'Todos os ficheiros juntos podem ter no máximo 50 MB');

const isImage = (file: MediaDescription): boolean => file.type.startsWith('image/');

@Injectable()
export class MediaClient {
  constructor(private readonly settings: ServiceSettings) {}

  /**
   * Checks that every file of the application is there, that photo and signature are images, and that all together are not too large; name and
   * size are svc-media's word, not the client's.
   * @throws 422 where the application would hold too many files or megabytes, 503 when svc-media cannot be reached
   */
  async check(licence: LicenceDocument, call: Call): Promise<Fault[]> {
    const medias = licence.medias ?? [];
    const uids = [licence.photoInstance, licence.signature, ...medias.map((m) => m.uid)].filter((uid): uid is string => typeof uid === 'string' && uid !== '');
    if (uids.length === 0) return [];
    const files = new Map((await this.describe(uids, call)).map((f) => [f.uid, f]));
    const errors: Fault[] = [];
    const missing = (field: string): void => void errors.push({ code: 'CHOICE', field, message: notThere });
    for (const field of ['photoInstance', 'signature'] as const) {
      const uid = licence[field];
      const file = uid ? files.get(uid) : undefined;
      if (uid && !file) missing(field);
      else if (file && !isImage(file)) errors.push({ code: 'CHOICE', field, message: noImage[field] });
    }
    for (const [i, media] of medias.entries()) {
      const file = media.uid ? files.get(media.uid) : undefined;
      if (!file) missing(`medias.${i}.uid`);
      else Object.assign(media, { name: file.name, size: file.size });
    }
    if ([...files.values()].reduce((sum, { size }) => sum + size, 0) > mostBytes) errors.push({ code: 'MAX_LENGTH', field: 'medias', message: tooLarge });
    return errors;
  }

  private async describe(uids: string[], { requestId, language }: Call): Promise<MediaDescription[]> {
    const answer = await this.ask('POST /internal/media/describe', '/internal/media/describe', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Internal-Token': this.settings.internalToken, 'X-Request-Id': requestId, 'accept-language': language },
      body: JSON.stringify({ uids: [...new Set(uids)] }),
    });
    if (answer.status === 422) throw unprocessable(((await answer.json()) as Problem).errors);
    if (!answer.ok) throw unavailable(L('The files cannot be checked just now', 'Os ficheiros não podem ser verificados neste momento'));
    return ((await answer.json()) as ListResult<MediaDescription>).records;
  }

  /** The photo as svc-media answers it, with the caller's own sign-in. @throws 404, 503 */
  async photo(id: string, authorization: string | undefined): Promise<unknown> {
    const answer = await this.ask('GET /v1/photo/:id/document', `/v1/photo/${encodeURIComponent(id)}/document`, {
      headers: authorization ? { authorization } : {},
    });
    if (answer.status === 404) throw notFound('photo');
    if (!answer.ok) throw unavailable(L('The photo cannot be fetched just now', 'A fotografia não pode ser obtida neste momento'));
    return answer.json();
  }

  /** The photo as an image that stands in a page, undefined where it cannot be had just now. */
  async photoImage(id: string): Promise<string | undefined> {
    const file = await this.photo(id, undefined).catch(() => undefined);
    const { type, fileBlob } = (file as { model?: { type?: string; fileBlob?: string } } | undefined)?.model ?? {};
    return type?.startsWith('image/') && fileBlob ? `data:${type};base64,${fileBlob}` : undefined;
  }

  private async ask(name: string, path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    try {
      return await fetchTraced(name, `${this.settings.mediaUrl}${path}`, { ...init, signal: AbortSignal.timeout(5_000) });
    } catch {
      throw unavailable(L('The files cannot be reached just now', 'Os ficheiros não podem ser acedidos neste momento'));
    }
  }
}
