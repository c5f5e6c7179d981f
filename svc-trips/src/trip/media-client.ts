/** What svc-media knows of the files that a trip names. */
import { Inject, Injectable } from '@nestjs/common';
import type { FieldError, ListResult, MediaDescription } from '@portal/contract-kit';
import { type Call, fetchTraced, ServiceSettings, unavailable } from '@portal/service-kit';
import type { TripDocument } from '../../contract/index.ts';

@Injectable()
export class MediaClient {
  constructor(@Inject(ServiceSettings) private readonly settings: ServiceSettings) {}

  /**
   * Checks that every attachment is there; its name and size are svc-media's word, not the client's.
   * @throws 503 when svc-media cannot be reached
   */
  async check(trip: TripDocument, call: Call): Promise<FieldError[]> {
    const medias = Array.isArray(trip.medias) ? trip.medias : [];
    const uids = [...new Set(medias.map((m) => m.uid).filter((uid): uid is string => typeof uid === 'string' && uid !== ''))];
    if (uids.length === 0) return [];
    const files = new Map((await this.describe(uids, call.requestId)).map((f) => [f.uid, f]));
    return medias.flatMap((media, i): FieldError[] => {
      const file = media.uid ? files.get(media.uid) : undefined;
      if (file) Object.assign(media, { name: file.name, size: file.size });
      return file || !media.uid
        ? []
        : [
            {
              code: 'CHOICE',
              field: `medias.${i}.uid`,
              message: call.language === 'pt' ? 'O ficheiro não foi encontrado. Envie-o de novo.' : 'The file was not found. Upload it again.',
            },
          ];
    });
  }

  private async describe(uids: string[], requestId: string): Promise<MediaDescription[]> {
    try {
      const answer = await fetchTraced('POST /internal/media/describe', `${this.settings.mediaUrl}/internal/media/describe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Internal-Token': this.settings.internalToken, 'X-Request-Id': requestId },
        body: JSON.stringify({ uids }),
        signal: AbortSignal.timeout(5_000),
      });
      if (answer.ok) return ((await answer.json()) as ListResult<MediaDescription>).records;
    } catch {
      // As an answer that is no answer.
    }
    throw unavailable('The files cannot be checked just now');
  }
}
