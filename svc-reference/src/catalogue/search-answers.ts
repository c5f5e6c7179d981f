/** A response as bytes, ready to send. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
}

const mostAnswers = 500;
/** The bytes that all cached searches of one catalogue may take. */
export const mostSearchBytes = 1_048_576;

/** A character of a key takes up to two bytes. */
const bytesOf = (key: string, { body }: CachedResponse): number => 2 * key.length + body.length;

/** Cached responses to searches. Their keys contain the text of anonymous callers, so their size is limited too; the oldest is dropped first. */
export class SearchAnswers {
  private readonly byKey = new Map<string, CachedResponse>();
  private size = 0;

  get bytes(): number {
    return this.size;
  }

  get(key: string): CachedResponse | undefined {
    return this.byKey.get(key);
  }

  add(key: string, answer: CachedResponse): void {
    this.byKey.set(key, answer);
    this.size += bytesOf(key, answer);
    for (const [oldest, dropped] of this.byKey) {
      if (this.byKey.size <= mostAnswers && this.size <= mostSearchBytes) return;
      this.byKey.delete(oldest);
      this.size -= bytesOf(oldest, dropped);
    }
  }
}
