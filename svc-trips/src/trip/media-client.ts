/** What svc-media knows of the files that a trip names. */
import { Injectable } from '@nestjs/common';
import { L, type ListResult, type MediaDescription, type Problem } from '@portal/contract-kit';
import { type Call, type Fault, fetchTraced, ServiceSettings, unavailable, unprocessable } from '@portal/service-kit';
import type { TripDocument } from '../../contract/index.ts';

const notFound = (field: string): Fault => ({
  code: 'CHOICE',
  field,
  message: L('The file was not found. Upload it again.', 'O ficheiro não foi encontrado. Envie-o de novo.'),
});

@Injectable()
export class MediaClient {
  constructor(private readonly settings: ServiceSettings) {}

  /**
   * Checks that every attachment is there; its name and size are svc-media's word, not the client's. Files that the trip has already are not
   * asked for again.
   * @throws 422 where the trip would hold too many files or megabytes, 503 when svc-media cannot be reached
   */
  async check(trip: TripDocument, before: TripDocument | undefined, call: Call): Promise<Fault[]> {
    const medias = (trip.medias ?? []).filter((media) => typeof media.uid === 'string' && media.uid !== '');
    const known = new Map<string | undefined, Pick<MediaDescription, 'name' | 'size'>>(
      (before?.medias ?? []).map(({ uid, name = '', size = 0 }) => [uid, { name, size }]),
    );
    const asked = [...new Set(medias.map(({ uid = '' }) => uid).filter((uid) => !known.has(uid)))];
    if (asked.length) for (const { uid, name, size } of await this.describe(asked, trip.id, call)) known.set(uid, { name, size });
    for (const media of medias) Object.assign(media, known.get(media.uid));
    return (trip.medias ?? []).flatMap(({ uid }, i): Fault[] => (uid && !known.has(uid) ? [notFound(`medias.${i}.uid`)] : []));
  }

  private async describe(uids: string[], documentId: string, { requestId, language }: Call): Promise<MediaDescription[]> {
    let refused: Problem | undefined;
    try {
      const answer = await fetchTraced('POST /internal/media/describe', `${this.settings.mediaUrl}/internal/media/describe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'X-Internal-Token': this.settings.internalToken,
          'X-Request-Id': requestId,
          'accept-language': language,
        },
        body: JSON.stringify({ uids, documentId }),
        signal: AbortSignal.timeout(5_000),
      });
      if (answer.ok) return ((await answer.json()) as ListResult<MediaDescription>).records;
      if (answer.status === 422) refused = (await answer.json()) as Problem;
    } catch {
      // As an answer that is no answer.
    }
    if (refused) throw unprocessable(refused.errors);
    throw unavailable(
      L('The files cannot be checked now. Try again in a moment.', 'Os ficheiros não podem ser verificados agora. Tente de novo dentro de momentos.'),
    );
  }
}
