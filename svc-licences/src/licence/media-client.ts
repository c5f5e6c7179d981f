/** What svc-media knows of the files that an application names. */
import { Inject, Injectable } from '@nestjs/common';
import type { FieldError, ListResult, MediaDescription } from '@portal/contract-kit';
import { type Call, fetchTraced, notFound, ServiceSettings, unavailable } from '@portal/service-kit';
import type { LicenceDocument } from '../../contract/index.ts';

const isImage = (file: MediaDescription): boolean => file.type.startsWith('image/');

@Injectable()
export class MediaClient {
  constructor(@Inject(ServiceSettings) private readonly settings: ServiceSettings) {}

  /**
   * Checks that every file of the application is there and that the photo is an image; name and size are svc-media's word, not the client's.
   * @throws 503 when svc-media cannot be reached
   */
  async check(licence: LicenceDocument, call: Call): Promise<FieldError[]> {
    const medias = Array.isArray(licence.medias) ? licence.medias : [];
    const uids = [licence.photoInstance, ...medias.map((m) => m.uid)].filter((uid): uid is string => typeof uid === 'string' && uid !== '');
    if (uids.length === 0) return [];
    const files = new Map((await this.describe(uids, call.requestId)).map((f) => [f.uid, f]));
    const errors: FieldError[] = [];
    const missing = (field: string): void =>
      void errors.push({
        code: 'CHOICE',
        field,
        message: call.language === 'pt' ? 'O ficheiro não foi encontrado. Envie-o de novo.' : 'The file was not found. Upload it again.',
      });
    if (licence.photoInstance) {
      const photo = files.get(licence.photoInstance);
      if (!photo) missing('photoInstance');
      else if (!isImage(photo))
        errors.push({
          code: 'CHOICE',
          field: 'photoInstance',
          message: call.language === 'pt' ? 'A fotografia deve ser uma imagem' : 'The photo must be an image',
        });
    }
    for (const [i, media] of medias.entries()) {
      const file = media.uid ? files.get(media.uid) : undefined;
      if (!file) missing(`medias.${i}.uid`);
      else Object.assign(media, { name: file.name, size: file.size });
    }
    return errors;
  }

  private async describe(uids: string[], requestId: string): Promise<MediaDescription[]> {
    const answer = await this.ask('POST /internal/media/describe', '/internal/media/describe', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-Internal-Token': this.settings.internalToken, 'X-Request-Id': requestId },
      body: JSON.stringify({ uids: [...new Set(uids)] }),
    });
    if (!answer.ok) throw unavailable('The files cannot be checked just now');
    return ((await answer.json()) as ListResult<MediaDescription>).records;
  }

  /** The photo as svc-media answers it, with the caller's own sign-in. @throws 404, 503 */
  async photo(id: string, authorization: string | undefined): Promise<unknown> {
    const answer = await this.ask('GET /v1/photo/:id/document', `/v1/photo/${encodeURIComponent(id)}/document`, {
      headers: authorization ? { authorization } : {},
    });
    if (answer.status === 404) throw notFound('photo');
    if (!answer.ok) throw unavailable('The photo cannot be fetched just now');
    return answer.json();
  }

  private async ask(name: string, path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    try {
      return await fetchTraced(name, `${this.settings.mediaUrl}${path}`, { ...init, signal: AbortSignal.timeout(5_000) });
    } catch {
      throw unavailable('The files cannot be reached just now');
    }
  }
}
